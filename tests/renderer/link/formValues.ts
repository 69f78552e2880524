import fc from 'fast-check'
import { isStorable } from '../../../contract/text.ts'
import type { FormValues } from '../../../renderer/link/form.ts'

const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength }).filter(isStorable)
const state = fc.constantFrom('default', 'on', 'off')
const url = fc.oneof(
  fc.constant(''),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('myapp://open/4711', 'market://details?id=com.example', 'mailto:a@example.com'),
)

/** JSON texts of every spelling: big integers, trailing zeros, any white space. */
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

/** Forms that our own service takes. */
export const formValues: fc.Arbitrary<FormValues> = fc.record({
  title: text(60),
  subtitle: text(120),
  data: data.filter((json) => isStorable(json)),
  tags: fc.uniqueArray(
    text(20).filter((tag) => tag !== ''),
    { maxLength: 5 },
  ),
  iosUrl: url,
  iosOpenApp: fc.boolean(),
  androidUrl: url,
  androidOpenApp: fc.boolean(),
  desktopUrl: url,
  previewIos: state,
  previewAndroid: state,
  campaign: text(30),
  source: text(30),
  medium: text(30),
})

/** The form without what no request can hold: a flag of a redirect that is not there, app data that is only white space. */
export function essence(form: FormValues): FormValues {
  return {
    ...form,
    data: form.data.trim() === '' ? '' : form.data,
    iosOpenApp: form.iosUrl === '' || form.iosOpenApp,
    androidOpenApp: form.androidUrl === '' || form.androidOpenApp,
  }
}
