import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { byName, trackingNames } from '../../contract/service/link/fields.ts'
import type { RedirectRules } from '../../contract/service/redirect/engine.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'

type Source = GenerateRequest | RemoteLink

/** Returns the redirect rules of a link as requested or stored. It is active, and has no address yet. */
export function redirectRules(link: Source): RedirectRules {
  return {
    active: true,
    ios: appTarget(link.ios_custom_redirect),
    android: appTarget(link.android_custom_redirect),
    desktop: link.desktop_custom_redirect?.url ? { url: link.desktop_custom_redirect.url } : null,
    previewIos: link.show_preview_ios ?? null,
    previewAndroid: link.show_preview_android ?? null,
    tracking: byName(trackingNames, (name) => link[`tracking_${name}`] ?? null),
  }
}

function appTarget(redirect: Source['ios_custom_redirect']) {
  return redirect?.url ? { url: redirect.url, openApp: redirect.open_app_if_installed ?? true } : null
}
