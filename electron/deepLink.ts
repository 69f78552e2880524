import { parseEnrolmentAddress } from '../contract/service/keys/enrolmentLink.ts'
import { decodeIntactText } from '../contract/service/address/decodeText.ts'
import { linkText } from '../contract/service/address/linkAddress.ts'
import { maxPasteLength } from '../contract/service/path/linkPath.ts'
import { findLinks } from '../contract/service/address/pastedLinks.ts'
import { findPath, newLinkPath, windowPaths } from '../contract/app/window/windowPath.ts'
import { menuCommands } from '../contract/app/window/commands.ts'

/**
 * The scheme by which other programs pass a link to *Find* (`linkwright://find?url=…`), an address to link to
 * (`linkwright://create?url=…`) or an invitation (`linkwright://enroll?…`).
 */
export const deepLinkScheme = 'linkwright'

/** The only accepted form of a link for *Find*. Scheme and host may be upper case (RFC 3986 §3.1, §3.2.2). */
const deepLinkPattern = /^linkwright:\/\/find\/?\?url=([^&#]+)$/i

const maxPresetNameLength = 200

/** The only accepted form of an address to link to, with the name of a preset. */
const newLinkPattern = /^linkwright:\/\/create\/?\?url=([^&#]+)(?:&preset=([^&#]*))?$/i

/** The longest text has up to three bytes per code unit, each as `%XX`, plus the prefix. */
const maxAddressLength = maxPasteLength * 9 + 100

/**
 * Returns the window path for an address from outside; `null` unless it passes a web address to *Find* or to the quick form, or an invitation,
 * whose secret is never in the path. The address is untrusted: any page or program can open one.
 */
export function parseDeepLink(address: string): string | null {
  if (isInvitation(address)) return windowPaths.invitation
  const command = menuCommands.find((one) => one.address === address.toLowerCase().replace(/\/$/, ''))
  if (command) return command.path
  if (address.length > maxAddressLength) return null
  const [, url, preset] = newLinkPattern.exec(address) ?? []
  if (url !== undefined) return parseNewLink(url, preset)
  const encoded = deepLinkPattern.exec(address)?.[1]
  const link = encoded === undefined ? null : parseWebAddress(encoded)
  if (link === null) return null
  const { links } = findLinks(link)
  // A page may pass only one link, because the app would send a request for each.
  return findPath(links[1] === undefined || !links[0] ? link : linkText(links[0]))
}

/** Whether an address passes an invitation. */
export function isInvitation(address: string): boolean {
  return parseEnrolmentAddress(address) !== null
}

/** Returns the first such address in a program's arguments, unchanged. */
export function findDeepLink(argv: string[]): string | null {
  return argv.slice(1).find(isDeepLink) ?? null
}

/** Whether an argument is such an address, valid or not. */
export function isDeepLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${deepLinkScheme}:`)
}

/** Returns the path that opens the quick form: another program never creates a link by itself. */
function parseNewLink(encodedUrl: string, encodedPreset: string | undefined): string | null {
  const url = parseWebAddress(encodedUrl)
  const preset = encodedPreset === undefined ? '' : decodeIntactText(encodedPreset)
  if (url === null || preset === null || preset.length > maxPresetNameLength) return null
  return newLinkPath({ url, ...(preset !== '' && { preset }) })
}

function parseWebAddress(encoded: string): string | null {
  const text = decodeIntactText(encoded)
  // White space and invisible characters don't belong in an address and could disguise it.
  if (text === null || text.length > maxPasteLength || /[\s\p{C}]/u.test(text)) return null
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username !== '' || url.password !== '') return null
  return url.href.length > maxPasteLength ? null : url.href
}
