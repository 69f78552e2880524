/**
 * What a page must not have, each with Electron's default: the rules of Electron's own security guide, and the spelling
 * dictionaries, which Chromium downloads from its own server.
 */
const forbiddenPreferences: Record<string, { when: boolean; byDefault: boolean }> = {
  allowRunningInsecureContent: { when: true, byDefault: false },
  contextIsolation: { when: false, byDefault: false },
  experimentalFeatures: { when: true, byDefault: false },
  navigateOnDragDrop: { when: true, byDefault: false },
  nodeIntegration: { when: true, byDefault: false },
  nodeIntegrationInSubFrames: { when: true, byDefault: false },
  nodeIntegrationInWorker: { when: true, byDefault: false },
  sandbox: { when: false, byDefault: false },
  spellcheck: { when: true, byDefault: true },
  webSecurity: { when: false, byDefault: false },
  webviewTag: { when: true, byDefault: false },
}

/** Returns what a window with these preferences allows its page, as `name: value`. */
export function findGrantedPreferences(preferences: Record<string, unknown>): string[] {
  return Object.entries(forbiddenPreferences)
    .filter(([name, { when, byDefault }]) => (name in preferences ? preferences[name] === when : byDefault))
    .map(([name, { when }]) => `${name}: ${String(when)}`)
}
