import { describeActive } from './activeState.ts'
import { redirectRules } from './redirectRules.ts'
import { hasEnded, readPassQuery } from '../../contract/app/link/change/linkPatch.ts'
import type { RedirectRules } from '../../contract/service/redirect/engine.ts'
import type { Defaults } from '../../contract/service/redirect/defaults.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'

/**
 * Returns a link's redirect rules for the simulator. A service may return one `show_preview` for both platforms
 * (specification 2.3); the request tells them apart if the app created the link.
 */
export function linkRules(link: RemoteLink, request: LinkRecord['request']): RedirectRules {
  const words = describeActive(link)
  return {
    ...redirectRules(link),
    active: words?.isActive ?? true,
    ...(words && hasEnded(link) && { whyInactive: `${words.text}.` }),
    previewIos: showsPreview(link.show_preview_ios, link.show_preview, request && request.show_preview_ios),
    previewAndroid: showsPreview(
      link.show_preview_android,
      link.show_preview,
      request && request.show_preview_android,
    ),
    address: link.access_path ?? undefined,
    passQuery: readPassQuery(link),
  }
}

/** Returns the rules of what the service stores, or of the request while that is unknown. */
export function recordRules(record: LinkRecord): RedirectRules {
  return record.stored ? linkRules(record.stored, record.request) : redirectRules(record.request ?? {})
}

/**
 * Returns whether a link must stay in the browser, as stored or else as requested. By our defaults, phones without an
 * own address also stay there.
 */
export function staysInBrowser(
  { stored, request }: Pick<LinkRecord, 'stored' | 'request'>,
  project: { defaults: Defaults } | undefined,
) {
  const from = stored ?? request
  const stays = (redirect: { open_app_if_installed?: boolean | null | undefined } | null | undefined) =>
    redirect ? redirect.open_app_if_installed === false : from !== null && project?.defaults === 'ours'
  return { ios: stays(from?.ios_custom_redirect), android: stays(from?.android_custom_redirect) }
}

/** `requested` is `null` if the request is unknown, and `undefined` if it did not set the field. */
function showsPreview(
  ownValue: boolean | null,
  sharedValue: boolean | null,
  requested: boolean | null | undefined,
): boolean | null {
  if (ownValue !== null) return ownValue
  return sharedValue === true && requested !== null ? (requested ?? null) : sharedValue
}
