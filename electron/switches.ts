import { app } from 'electron'

/**
 * The switches of Chromium that a packed app keeps: those that help where a graphics driver, a display or an input method does not
 * do its part. All others are of no use to a person, and some hand the window to whoever starts the app with them.
 */
const allowedSwitches = new Set([
  'data-dir', // Ours.
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
  // The AppImage's starter adds it where the system forbids user namespaces; `lockDown` says what follows.
  'no-sandbox',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
])

/** The switches on a command line that a packed app does not keep, as Chromium names them: `--name=value`, also `-name` and `/name`. */
export function findForbiddenSwitches(argv: string[]): string[] {
  const names = argv.flatMap(
    (argument) => /^(?:--?|\/)([\w-]+)(?:=|$)/.exec(argument)?.[1]?.toLowerCase() ?? [],
  )
  return [...new Set(names)].filter((name) => !allowedSwitches.has(name))
}

/**
 * Takes the foreign switches from a packed app's command line: `--remote-debugging-port` would hand the window to any program,
 * `--renderer-cmd-prefix` start one, `--proxy-server` and `--host-rules` lead astray. Must run before Electron is ready: Chromium starts
 * its debugger right after the main module, and reads the others as it starts each process. It has read `--inspect` by then, which a
 * fuse forbids, and `--js-flags` for this process, which whoever starts it owns anyway.
 */
export function removeForbiddenSwitches(): void {
  if (!app.isPackaged) return
  for (const name of findForbiddenSwitches(process.argv.slice(1))) app.commandLine.removeSwitch(name)
}
