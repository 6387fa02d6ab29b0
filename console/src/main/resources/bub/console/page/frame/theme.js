/* Theme: light, dark or the system's. The browser stores the choice. */

const CHOICES = ['system', 'light', 'dark'];

export function theme() {
  const kept = localStorage.getItem('bub-theme');
  return CHOICES.includes(kept) ? kept : 'system';
}

export function nextTheme() {
  localStorage.setItem('bub-theme', CHOICES[(CHOICES.indexOf(theme()) + 1) % CHOICES.length]);
  apply();
}

function apply() {
  document.documentElement.dataset.theme = theme();
}

apply();
