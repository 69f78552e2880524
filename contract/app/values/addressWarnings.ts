import type { TrackingName } from '../../service/link/fields.ts'
import { isLoopback } from '../../service/address/loopback.ts'
import { refusedSchemes, webHost } from '../../service/link/target.ts'
import { findQueryMistakes } from './addressQuery.ts'
import { completeAddress } from './completeAddress.ts'
import {
  findSuspectHost,
  findSecondAddress,
  findTrailingPunctuation,
  findTypoAtStart,
  findWrapper,
} from './addressTypos.ts'
import { cleanValue } from './cleanValue.ts'
import { emptyWordWarning } from './valueWarnings.ts'
import { fixable, type ValueWarning } from './warning.ts'

type Tracking = Record<TrackingName, string>

/**
 * Returns the warnings for an address that visitors are sent to. Shared by the form, bulk runs and promotion, so that
 * they agree about every address.
 */
export function addressWarnings(url: string, platform: 'phone' | 'everyone'): ValueWarning[] {
  if (url === '') return []
  const empty = emptyWordWarning(url)
  if (empty) return [{ ...empty, isError: true }]
  // A typo hides all other warnings, because those would be about an address that the user didn't mean.
  const typo = findTypoAtStart(url) ?? findSecondAddress(url) ?? findWrapper(url)
  if (typo) return [typo]
  const warnings = [
    invisibleWarning(url),
    encodedInvisibleWarning(url),
    whiteSpaceWarning(url),
    missingSchemeWarning(url),
    insecureWarning(url),
    findSuspectHost(url),
    findTrailingPunctuation(url),
    ...findQueryMistakes(url),
    customSchemeWarning(url, platform),
  ]
  return warnings.filter((warning) => warning !== null)
}

/** Returns the error, with its fix, if certainly no visitor would arrive at the address; otherwise `null`. */
export function addressError(url: string): ValueWarning | null {
  return addressWarnings(url, 'everyone').find(({ isError }) => isError === true) ?? null
}

function invisibleWarning(url: string): ValueWarning | null {
  const cleaned = cleanValue('desktop_custom_redirect', url)
  if (cleaned === url || url !== url.trim()) return null
  return fixable('There are invisible characters in this address.', 'Remove them', cleaned)
}

/** Invisible characters that are percent-encoded and never needed, such as U+200B at the end of a copied address. */
const encodedInvisible = /%e2%80%8b|%e2%80%8[ef]|%e2%81%a0|%ef%bb%bf|%c2%ad|(?:%c2%a0){1,20}$/gi

function encodedInvisibleWarning(url: string): ValueWarning | null {
  const cleaned = url.replace(encodedInvisible, '')
  return cleaned === url
    ? null
    : fixable('There are encoded invisible characters in this address.', 'Remove them', cleaned)
}

function whiteSpaceWarning(url: string): ValueWarning | null {
  if (!/\s/.test(url)) return null
  const trimmed = url.trim()
  if (trimmed !== url) {
    const warning = fixable('There is a space before or after this address.', 'Remove it', trimmed)
    return { ...warning, isError: true }
  }
  const encoded = url.replace(/\s+/g, '%20')
  // A space in the host makes the address invalid, encoded or not, and the check of addresses says so.
  if (![url, encoded].every((address) => URL.canParse(completeAddress(address)))) return null
  return fixable('There is a space in this address.', 'Replace it with %20', encoded)
}

function missingSchemeWarning(url: string): ValueWarning | null {
  const completed = completeAddress(url)
  if (cleanValue('desktop_custom_redirect', url) !== url || completed === url) return null
  return { ...fixable('This address is missing https://.', 'Add https://', completed), isError: true }
}

function insecureWarning(url: string): ValueWarning | null {
  const host = /^http:/i.test(url) ? URL.parse(url)?.hostname : undefined
  if (host === undefined || isLoopback(host)) return null
  const secure = url.replace(/^http:/i, 'https:')
  return fixable('http:// isn’t secure, and browsers may warn visitors.', 'Use https://', secure)
}

/** Schemes that systems open without an app of one's own, and the devices that do. */
const schemesOfSystems: ReadonlyMap<string, string> = new Map([
  ['mailto', 'everyone'],
  ['tel', 'everyone'],
  ['sms', 'phones'],
  ['itms-apps', 'Apple devices'],
  ['itms-appss', 'Apple devices'],
  ['market', 'Android devices'],
])

function customSchemeWarning(url: string, platform: 'phone' | 'everyone'): ValueWarning | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  // A host with a port also looks like a scheme.
  if (
    !scheme ||
    refusedSchemes.has(`${scheme.toLowerCase()}:`) ||
    /^https?$/i.test(scheme) ||
    /^[\w.-]+\.\w+$/.test(scheme)
  )
    return null
  const devices = schemesOfSystems.get(scheme.toLowerCase())
  if (devices !== undefined) {
    const isOpened = devices === 'everyone' || platform === 'phone'
    return isOpened ? null : { text: `Only ${devices} open ${scheme}: links.`, fix: null }
  }
  const deviceName = platform === 'phone' ? 'phone' : 'device'
  return { text: `On a ${deviceName} without an app for ${scheme}: links, this opens nothing.`, fix: null }
}

/** Returns a warning for each tracking value that isn't added because the address already contains one. */
export function trackingWarnings(url: string, tracking: Partial<Tracking>): ValueWarning[] {
  const existing = url.includes('utm_') ? URL.parse(url)?.searchParams : undefined
  if (!existing || webHost(url) === null) return []
  return Object.entries(tracking)
    .filter(([name, value]) => value !== '' && existing.has(`utm_${name}`))
    .map(([name, value]) => ({
      text: `This address already has utm_${name}=${existing.get(`utm_${name}`) ?? ''}, so “${value}” isn’t added.`,
      fix: null,
    }))
}
