/** Where the window finds the licences of the npm packages in it, in Markdown. */
export const packageLicencesPath = '/licenses.md'

/** Where the desktop app's window finds those of Chromium and its parts, in Chromium's own HTML. */
export const chromiumLicencesPath = '/licenses.chromium.html'
