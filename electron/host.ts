import { app, nativeTheme, session } from 'electron'
import type { Desktop } from '../contract/app/calls/app/app.ts'
import type { Host } from '../core/host.ts'
import type { Policy } from '../core/policy/policy.ts'
import { startEmbeddedInThread } from '../service/embedded/embeddedInThread.ts'
import { startKeyChild } from './keyChild.ts'
import { createNotify } from './notify.ts'
import type { OpenRequests } from './openRequests.ts'
import { keepAwake } from './power.ts'
import { showProgress } from './progress.ts'
import { createQuickAccess } from './quickAccess.ts'

/** Creates the host that Electron provides to the app. */
export function createElectronHost(
  dataFolder: string,
  desktop: Desktop,
  policy: Policy,
  { open, takeInvitation }: OpenRequests,
): Host {
  return {
    version: app.getVersion(),
    desktop,
    dataFolder,
    policy,
    takeInvitation,
    // On exit, Chromium writes its own files there last.
    holdsFolderUntilExit: true,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    startKeyChild,
    showProgress,
    notify: createNotify(open),
    quickAccess: createQuickAccess(open),
    // Menus, dialogs, the title bar and the window's first colour follow it, and `prefers-color-scheme` in the page.
    applyAppearance: (appearance) => {
      nativeTheme.themeSource = appearance
    },
    keepAwake,
    asksBeforeQuitting: true,
    startEmbedded: startEmbeddedInThread,
  }
}
