import { app } from 'electron'

/**
 * Chromium switches that a packed app keeps: they help with problems of graphics drivers, displays or input methods.
 * All others are useless to a person, and some give whoever starts the app access to the window.
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
  // The AppImage's launcher adds it if the system forbids user namespaces; see `lockDown`.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
])

/**
 * Returns the switches on a command line that a packed app removes, as Chromium names them: `--name=value`, also
 * `-name` and `/name`.
 */
export function findForbiddenSwitches(argv: string[]): string[] {
  const names = argv.flatMap(
    (argument) => /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1]?.toLowerCase() ?? [],
  )
  return [...new Set(names)].filter((name) => !allowedSwitches.has(name))
}

/**
 * Removes foreign switches from a packed app's command line, such as `--remote-debugging-port`,
 * `--renderer-cmd-prefix` and `--proxy-server`. Call it before Electron is ready: Chromium reads them later. It has
 * already read `--inspect`, which a fuse forbids, and `--js-flags`.
 */
export function removeForbiddenSwitches(): void {
  if (!app.isPackaged) return
  for (const name of findForbiddenSwitches(process.argv.slice(1))) app.commandLine.removeSwitch(name)
}
