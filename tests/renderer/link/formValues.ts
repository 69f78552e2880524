import fc from 'fast-check'
import { byName, fieldsOf, trackingNames } from '../../../contract/service/link/fields.ts'
import { addressesOf, guessScope } from '../../../contract/app/values/requestParameters.ts'
import { isStorable } from '../../../contract/service/text/text.ts'
import { cleanForm, hasNoAddress, toRequest } from '../../../renderer/link/form.ts'
import type { FormValues } from '../../../renderer/link/form.ts'

const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength }).filter(isStorable)
const target = fc.constantFrom('same', 'default', 'own')
const state = fc.constantFrom('default', 'on', 'off')
const url = fc.oneof(
  fc.constant(''),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('myapp://open/4711', 'market://details?id=com.example', 'mailto:a@example.com'),
)

/** Generates JSON texts in every spelling: big integers, trailing zeros, any white space. */
const data = fc.oneof(
  fc.constant(''),
  fc.constantFrom('{}', ' {"id": 12345678901234567890, "price": 1.50}\n', '{"a":{"b":[1e3,null,"ü"]}}'),
  fc
    .dictionary(
      fc.string({ maxLength: 8 }).filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 3 }),
    )
    .map((value) => JSON.stringify(value, null, 2)),
)

/** Generates forms that a Linkwright service accepts. */
export const formValues: fc.Arbitrary<FormValues> = fc.record({
  ...byName(fieldsOf('text'), () => text(120)),
  data: data.filter((json) => isStorable(json)),
  tags: fc.uniqueArray(
    text(20).filter((tag) => tag !== ''),
    { maxLength: 5 },
  ),
  desktopUrl: url,
  iosTarget: target,
  iosUrl: url,
  iosOpenApp: fc.boolean(),
  androidTarget: target,
  androidUrl: url,
  androidOpenApp: fc.boolean(),
  previewIos: state,
  previewAndroid: state,
  ...byName(trackingNames, () => text(30)),
  path: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/)),
  parameterScope: fc.constant('all'),
  image: fc.oneof(fc.constant(''), fc.stringMatching(/^https:\/\/a\.example\/[a-z]{0,9}$/)),
})

/**
 * Returns the form without what a request cannot express: unsent addresses, flags without a redirect, what is
 * left out of texts, blank app data. If a phone's own address equals the shared one, it counts as the shared one.
 */
export function normalizeForm(typed: FormValues): FormValues {
  const form = cleanForm(typed)
  const request = toRequest(form)
  const isSent = !hasNoAddress(form)
  const toPhone = (redirect: { url: string } | undefined, openApp: boolean) => {
    const target = redirect
      ? redirect.url === form.desktopUrl
        ? ('same' as const)
        : ('own' as const)
      : isSent
        ? ('default' as const)
        : ('same' as const)
    return { target, url: target === 'own' ? (redirect?.url ?? '') : '', openApp: !redirect || openApp }
  }
  const ios = toPhone(request.ios_custom_redirect, form.iosOpenApp)
  const android = toPhone(request.android_custom_redirect, form.androidOpenApp)
  return {
    ...form,
    data: form.data.trim() === '' ? '' : form.data,
    iosTarget: ios.target,
    iosUrl: ios.url,
    iosOpenApp: ios.openApp,
    androidTarget: android.target,
    androidUrl: android.url,
    androidOpenApp: android.openApp,
    // An address can have a parameter by chance, such as `ref`.
    parameterScope: guessScope(addressesOf(request)),
  }
}
