import { app } from 'electron'

/** Who Windows takes the app for: `appId` in electron-builder.yml, which the installer gives its entry in the Start menu. */
export const appUserModelId = 'com.linkwright.app'

/** Where the product is at home on the web: `homepage` in package.json. */
export const homepage = 'https://linkwright.example'

export const copyright = 'Copyright © The Linkwright authors'

/** Says who the app is: to Windows, and in the system's About panel. */
export function setAppIdentity(): void {
  app.setAppUserModelId(appUserModelId)
  app.setAboutPanelOptions({
    applicationName: 'Linkwright',
    applicationVersion: app.getVersion(),
    copyright,
    website: homepage,
  })
}
