import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { byName } from '../../contract/service/link/fields.ts'
import { addressFields, type FormValues, type PhoneTarget } from './form.ts'

type Urls = Pick<FormValues, 'desktopUrl' | 'iosUrl' | 'androidUrl'>
type Targets = Pick<FormValues, 'iosTarget' | 'androidTarget'>

/**
 * Returns each phone's target from the addresses alone. A phone without an address is left to the service. If there is
 * no address at all, the targets are those of a new form.
 */
export function targetsFromUrls({ desktopUrl, iosUrl, androidUrl }: Urls): Targets {
  const isBlank = desktopUrl === '' && iosUrl === '' && androidUrl === ''
  const targetOf = (own: string): PhoneTarget => {
    if (own === desktopUrl) return own === '' && !isBlank ? 'default' : 'same'
    return own === '' ? 'default' : 'own'
  }
  return { iosTarget: targetOf(iosUrl), androidTarget: targetOf(androidUrl) }
}

/** Adds targets to a form (or part of one) saved before they existed. */
export function addTargets(stored: Record<string, unknown>): Record<string, unknown> {
  const text = (name: keyof Urls) => (typeof stored[name] === 'string' ? stored[name] : '')
  const { iosTarget, androidTarget } = targetsFromUrls(byName(addressFields, text))
  return {
    ...('iosUrl' in stored && { iosTarget }),
    ...('androidUrl' in stored && { androidTarget }),
    ...stored,
  }
}

const phones = [
  { target: 'iosTarget', path: 'ios_custom_redirect.url' },
  { target: 'androidTarget', path: 'android_custom_redirect.url' },
] as const

const everyone = 'desktop_custom_redirect.url'

/** Reports an error in a shared address once, at the field where it was typed. */
export function dedupePhoneErrors(errors: FieldErrors, form: FormValues): FieldErrors {
  const deduped = { ...errors }
  for (const { target, path } of phones) {
    const error = deduped[path]
    if (error === undefined || form[target] !== 'same') continue
    deduped[everyone] ??= error
    Reflect.deleteProperty(deduped, path)
  }
  return deduped
}
