/** Returns true if another page shows this one in a frame, as Safe does with its apps. */
export const isFramed = (): boolean => window.parent !== window;

/** Links to pages that refuse to be framed. */
export const outsideFrame = (): { target?: '_blank'; rel?: 'noopener' } =>
  isFramed() ? { target: '_blank', rel: 'noopener' } : {};
