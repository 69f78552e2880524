/**
 * Conditions outside the app, which a test sets by `STANDIN_…` variables:
 * - `SECOND`: another process already holds the app's lock.
 * - `PACKAGED`: the app is packed. `EXE`: its executable. `RESOURCES`: the folder of its resources.
 * - `POLICY`: the file that replaces the organization's policy on Linux.
 * - `PROXY`: the proxy that the system reports.
 * - `PAGE`: `unpainted` (no `ready-to-show` before the window is shown, as on some Wayland sessions; electron#48859), `failing`
 *   (the page cannot be loaded) or `silent` (loading ends only on request of the test).
 * - `BROWSER`: `none` (no browser is installed).
 * - `KEY_STORE`: `fails` (the utility process of the key store crashes at its start).
 * - `WINDOW`: `chromium` (the test process shows the pages of windows in Chromium, by `windowCommands.ts`).
 * - `THREADS`: `held` (the app's threads receive no messages until the test releases them).
 * - `OPEN_URL`: macOS opens this address with it before it is ready.
 */
export const scenario = {
  second: process.env['STANDIN_SECOND'] !== undefined,
  packaged: process.env['STANDIN_PACKAGED'] !== undefined,
  executable: process.env['STANDIN_EXE'] ?? process.execPath,
  openUrl: process.env['STANDIN_OPEN_URL'] ?? null,
  proxy: process.env['STANDIN_PROXY'] ?? 'DIRECT',
  page: process.env['STANDIN_PAGE'] ?? 'painted',
  keyStore: process.env['STANDIN_KEY_STORE'] ?? 'works',
  browser: process.env['STANDIN_BROWSER'] ?? 'there',
  window: process.env['STANDIN_WINDOW'] ?? 'none',
  threads: process.env['STANDIN_THREADS'] ?? 'free',
}
