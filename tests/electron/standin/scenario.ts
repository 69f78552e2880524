/**
 * What befalls the app from outside, as the test says by `STANDIN_…` variables:
 * - `SECOND`: another process has the app's lock already.
 * - `PACKAGED`: the app is packed. `EXE`: its executable. `RESOURCES`: the folder of its resources.
 * - `POLICY`: the file that is found in the place of the organization's policy, on Linux.
 * - `PROXY`: what the system answers when it is asked for a proxy.
 * - `PAGE`: `unpainted` (no `ready-to-show` before the window is shown, as on some Wayland sessions; electron#48859), `failing`
 *   (the page cannot be loaded) or `silent` (the load does not end before the test says so).
 * - `BROWSER`: `none` (there is no browser to hand an address to).
 * - `KEY_STORE`: `fails` (the utility process of the key store ends by a fatal error of V8 as soon as it runs).
 * - `WINDOW`: `chromium` (the test process shows the pages of windows in Chromium, by `windowCommands.ts`).
 * - `THREADS`: `held` (the threads of the app hear nothing from it before the test says so).
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
