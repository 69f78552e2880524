import type { FieldErrors } from '../../contract/fieldErrors.ts'
import type { FormValues, PhoneTarget } from './form.ts'

type Urls = Pick<FormValues, 'desktopUrl' | 'iosUrl' | 'androidUrl'>
type Targets = Pick<FormValues, 'iosTarget' | 'androidTarget'>

/**
 * Where each phone goes, by the addresses alone. Without one a phone is left to the service, as whoever left it out meant
 * it; where there is no address at all nothing was meant, and the form is as a new one.
 */
export function targetsFromUrls({ desktopUrl, iosUrl, androidUrl }: Urls): Targets {
  const isBlank = desktopUrl === '' && iosUrl === '' && androidUrl === ''
  const targetOf = (own: string): PhoneTarget => {
    if (own === desktopUrl) return own === '' && !isBlank ? 'default' : 'same'
    return own === '' ? 'default' : 'own'
  }
  return { iosTarget: targetOf(iosUrl), androidTarget: targetOf(androidUrl) }
}

/** Fills in the targets of a form, or of the parts of one, that was kept when its addresses alone said where phones go. */
export function addTargets(kept: Record<string, unknown>): Record<string, unknown> {
  const text = (name: keyof Urls) => (typeof kept[name] === 'string' ? kept[name] : '')
  const { iosTarget, androidTarget } = targetsFromUrls({
    desktopUrl: text('desktopUrl'),
    iosUrl: text('iosUrl'),
    androidUrl: text('androidUrl'),
  })
  return {
    ...('iosUrl' in kept && { iosTarget }),
    ...('androidUrl' in kept && { androidTarget }),
    ...kept,
  }
}

const phones = [
  { target: 'iosTarget', path: 'ios_custom_redirect.url' },
  { target: 'androidTarget', path: 'android_custom_redirect.url' },
] as const

const everyone = 'desktop_custom_redirect.url'

/** The errors with those of an address that a phone shares said once, at the field in which it stands. */
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
