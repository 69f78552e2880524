/** Conditions outside the app, which a test sets by `STANDIN_…` variables. */
export const scenario = {
  /** Another process already holds the app's lock. */
  isSecondInstance: process.env['STANDIN_SECOND'] !== undefined,
  isPackaged: process.env['STANDIN_PACKAGED'] !== undefined,
  executable: process.env['STANDIN_EXE'] ?? process.execPath,
  /** macOS opens this address with the app before it is ready. */
  openUrl: process.env['STANDIN_OPEN_URL'] ?? null,
  /** The proxy that the system reports. */
  proxy: process.env['STANDIN_PROXY'] ?? 'DIRECT',
  /**
   * `unpainted`: no `ready-to-show` before the window is shown, as on some Wayland sessions (electron#48859). `failing`:
   * the page can't be loaded. `silent`: loading ends only on request of the test.
   */
  page: process.env['STANDIN_PAGE'] ?? 'painted',
  /** `fails`: the utility process of the key store crashes at its start. */
  keyStore: process.env['STANDIN_KEY_STORE'] ?? 'works',
  /** `none`: no browser and no file manager is installed. */
  browser: process.env['STANDIN_BROWSER'] ?? 'there',
  /** `chromium`: the test process shows the pages of windows in Chromium, by `windowCommands.ts`. */
  window: process.env['STANDIN_WINDOW'] ?? 'none',
  /** Keys that another program has registered. */
  takenKeys: process.env['STANDIN_TAKEN_KEYS'] ?? '',
  /** `held`: the app's threads receive no messages until the test releases them. */
  threads: process.env['STANDIN_THREADS'] ?? 'free',
}
