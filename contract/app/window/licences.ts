/** Path of the licences of the window's npm packages (Markdown). */
export const packageLicencesPath = '/licenses.md'

/** Path of the licences of Chromium and its components (Chromium's own HTML) in the desktop app's window. */
export const chromiumLicencesPath = '/licenses.chromium.html'
