/* Removes escape codes for colours, cursors and titles from terminal output. */

// CSI sequences; OSC and other strings up to their end (or the line's end when that is missing);
// two-character codes.
const CODES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;

export function withoutAnsi(text) {
  return text.replace(CODES, '');
}
