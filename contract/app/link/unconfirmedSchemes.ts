import type { GenerateRequest } from '../../service/link/generate.ts'
import { targetFields } from '../../service/link/fields.ts'
import type { LinkPatch } from './change/linkPatch.ts'
import { openedSchemes, targetError } from '../../service/link/target.ts'

/** Schemes whose destinations need no question: the web, app stores, and programs for messages and calls. */
const expectedSchemes: ReadonlySet<string> = new Set([
  ...['http:', 'https:'],
  ...['market:', 'itms:', 'itms-apps:', 'itms-appss:', 'macappstore:', 'macappstores:', 'ms-windows-store:'],
  ...['appmarket:', 'amzn:', 'mimarket:', 'samsungapps:'],
  ...['mailto:', 'tel:', 'sms:', 'smsto:', 'mms:', 'mmsto:', 'facetime:', 'facetime-audio:', 'imessage:'],
  ...['fb-messenger:', 'kakaotalk:', 'line:', 'sgnl:', 'skype:', 'tg:', 'threema:', 'viber:', 'weixin:'],
  ...['whatsapp:', 'xmpp:'],
])

/** Maximum number of schemes that are confirmed for a profile. The oldest are asked about again. */
export const maxConfirmedSchemes = 1_000

/** A request or change, as far as it says where visitors are sent. */
type WithTargets = Pick<GenerateRequest | LinkPatch, (typeof targetFields)[number]>

/**
 * Returns the schemes of a request's destinations that the user must confirm before it is sent: those that are neither
 * expected nor confirmed for the profile (decision 28). A destination that no service of ours accepts is refused instead.
 */
export function schemesToConfirm(request: WithTargets, confirmed: readonly string[]): string[] {
  const destinations = targetFields.map((field) => request[field]?.url ?? '')
  const schemes = destinations.flatMap((url) => (targetError(url) === null ? openedSchemes(url) : []))
  return [...new Set(schemes)].filter((scheme) => !expectedSchemes.has(scheme) && !confirmed.includes(scheme))
}
