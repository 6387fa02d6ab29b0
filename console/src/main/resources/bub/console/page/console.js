/* What the page starts with: the frame. The views load when they are first looked at. */
import './frame/bub-console.js';
