/* Entry point of the page: loads the frame. Each view loads when it is first shown. */
import './frame/bub-console.js';
