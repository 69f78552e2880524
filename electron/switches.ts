import { app } from 'electron'

/**
 * Chromium switches that a packed app keeps, because they help with problems of graphics drivers, displays or input
 * methods. The others are useless to users, and some give whoever starts the app access to the window.
 */
const allowedSwitches = new Set([
  'data-dir', // Our own switches.
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'enable-logging',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'gtk-version',
  'lang',
  // The AppImage's launcher adds this if the system forbids user namespaces; see `lockDown`.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
])

/**
 * Returns the switches on a command line that a packed app removes, as Chromium names them: `--name=value`, also
 * `-name` and `/name`.
 */
function findForbiddenSwitches(argv: string[]): string[] {
  const names = argv.flatMap(
    (argument) => /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1]?.toLowerCase() ?? [],
  )
  return [...new Set(names)].filter((name) => !allowedSwitches.has(name))
}

/**
 * Removes other switches from a packed app's command line, such as `--remote-debugging-port`, `--renderer-cmd-prefix`
 * and `--proxy-server`. Call this before Electron is ready, because Chromium reads them then. Chromium has already read
 * `--inspect`, which a fuse disables, and `--js-flags`.
 */
export function removeForbiddenSwitches(): void {
  if (!app.isPackaged) return
  for (const name of findForbiddenSwitches(process.argv.slice(1))) app.commandLine.removeSwitch(name)
}
