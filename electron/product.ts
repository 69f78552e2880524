import { app } from 'electron'

/** The app's id on Windows: `appId` in electron-builder.yml, which the installer sets on the Start menu entry. */
export const appUserModelId = 'com.linkwright.app'

/** The product's website. The same as `homepage` in package.json. */
export const homepage = 'https://linkwright.example'

export const copyright = 'Copyright © The Linkwright authors'

/** Identifies the app to Windows and in the system's About panel. */
export function setAppIdentity(): void {
  app.setAppUserModelId(appUserModelId)
  app.setAboutPanelOptions({
    applicationName: 'Linkwright',
    applicationVersion: app.getVersion(),
    copyright,
    website: homepage,
  })
}
