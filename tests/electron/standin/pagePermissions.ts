/**
 * What a page must not have, each with Electron's default: the rules of Electron's own security guide, and the spelling
 * dictionaries, which Chromium downloads from its own server.
 */
const forbiddenPreferences: Record<string, { forbiddenValue: boolean; forbiddenByDefault: boolean }> = {
  allowRunningInsecureContent: { forbiddenValue: true, forbiddenByDefault: false },
  contextIsolation: { forbiddenValue: false, forbiddenByDefault: false },
  experimentalFeatures: { forbiddenValue: true, forbiddenByDefault: false },
  navigateOnDragDrop: { forbiddenValue: true, forbiddenByDefault: false },
  nodeIntegration: { forbiddenValue: true, forbiddenByDefault: false },
  nodeIntegrationInSubFrames: { forbiddenValue: true, forbiddenByDefault: false },
  nodeIntegrationInWorker: { forbiddenValue: true, forbiddenByDefault: false },
  sandbox: { forbiddenValue: false, forbiddenByDefault: false },
  spellcheck: { forbiddenValue: true, forbiddenByDefault: true },
  webSecurity: { forbiddenValue: false, forbiddenByDefault: false },
  webviewTag: { forbiddenValue: true, forbiddenByDefault: false },
}

/** Returns what a window with these preferences allows its page, as `name: value`. */
export function findGrantedPreferences(preferences: Record<string, unknown>): string[] {
  return Object.entries(forbiddenPreferences)
    .filter(([name, { forbiddenValue, forbiddenByDefault }]) =>
      name in preferences ? preferences[name] === forbiddenValue : forbiddenByDefault,
    )
    .map(([name, { forbiddenValue }]) => `${name}: ${String(forbiddenValue)}`)
}
