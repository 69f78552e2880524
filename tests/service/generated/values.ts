import * as fc from 'fast-check'
import { generateRequest } from '../../../contract/service/link/generate.ts'
import { fieldNames } from '../../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { refusedSchemes } from '../../../contract/service/link/target.ts'
import { anyText } from '../../anyText.ts'

/**
 * Generates text as people and attackers write it: any plane of Unicode, markup, control characters, and what databases
 * often mishandle.
 */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  anyText({ maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud83c',
    '\udf42x',
    '🍂'.repeat(255),
    'x'.repeat(256),
    '__proto__',
    'null',
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    `'; DROP TABLE links; --`,
    '{{7*7}}',
    '\u2028\u2029',
    '\uffff',
    '%00',
  ),
)

const space = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n')
const number = fc.oneof(
  fc.constantFrom('0', '-0', '1.0', '1e400', '12345678901234567890', '0.1E-7', '9007199254740993'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
)
const jsonString = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  fc.constantFrom('"\\u0000"', '"\\ud83c\\udf42"', '"\\ud83c"', '"\\/\\b\\f"', '"🍂"', '"\u2028"'),
)

/** Generates the text of any JSON value, in every spelling that RFC 8259 allows. Keys may repeat. */
export const jsonText = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '{}', '[]'),
    number,
    jsonString,
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' ,')}]`),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.oneof(jsonString, fc.constant('"__proto__"')), space, tie('value')), { maxLength: 4 })
    .map(
      (members) => `{${members.map(([key, gap, value]) => `${gap}${key}${gap}:${gap}${value}`).join(',')}}`,
    ),
}))

const nested = fc
  .integer({ min: 1, max: 40 })
  .map((levels) => '{"a":'.repeat(levels) + '{}' + '}'.repeat(levels))

const url = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    'myapp://open?a=ü',
    'market://details?id=x',
    'https://example.com/ä b',
    'HTTP://X',
    'tel:1',
  ),
  fc.constantFrom(...refusedSchemes).map((scheme) => `${scheme}alert(1)`),
  fc.constantFrom('', 'example.com', ' https://a.example', 'https:/x', 'https://', 'JaVaScRiPt:1', 'x:\n'),
  text,
)

const redirect = fc.record(
  { url, open_app_if_installed: fc.boolean(), other: fc.constant(1) },
  { requiredKeys: ['url'] },
)

const fieldValues: Record<string, fc.Arbitrary<unknown>> = {
  data: fc.oneof(jsonText.object, jsonText.value, nested, text),
  tags: fc.oneof(
    fc.array(text, { maxLength: 5 }).map((tags) => JSON.stringify(tags)),
    fc
      .integer({ min: 98, max: 102 })
      .map((count) => JSON.stringify(Array.from({ length: count }, (_, index) => `t${index}`))),
    jsonText.value,
  ),
  ios_custom_redirect: redirect,
  android_custom_redirect: redirect,
  desktop_custom_redirect: fc.record({ url }),
  image: fc.oneof(
    url,
    fc.constantFrom('https://cdn.example.com/a.png', 'https://cdn.example.com/ä b.jpg?x="<'),
  ),
  show_preview_ios: fc.boolean(),
  show_preview_android: fc.boolean(),
}

const valueOf = (name: string) => fieldValues[name] ?? text

/** Generates bodies that the contract accepts. Each field is independent, since no rule involves two of them. */
export const acceptedBody = fc.record(
  Object.fromEntries(
    fieldNames.map((name) => [
      name,
      valueOf(name).filter((value) => generateRequest.shape[name].safeParse(value).success),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<GenerateRequest>

/** Leaves out the path, which only one link can have. */
export function withoutPath(body: GenerateRequest): GenerateRequest {
  const others = { ...body }
  delete others.path
  return others
}

/** Generates bodies with the specification's fields: many valid, some over a limit or of the wrong type. */
const almostRightBody = fc.record(
  Object.fromEntries(
    fieldNames.map((name) => [
      name,
      fc.oneof({ weight: 12, arbitrary: valueOf(name) }, { weight: 1, arbitrary: fc.jsonValue() }),
    ]),
  ),
  { requiredKeys: [] },
)

/** Generates bodies of any shape, as text. */
export const anyBody = fc.oneof(
  acceptedBody.map((body) => JSON.stringify(body)),
  almostRightBody.map((body) => JSON.stringify(body)),
  fc
    .dictionary(fc.oneof(fc.constantFrom(...fieldNames, 'titel', 'constructor'), text), fc.jsonValue())
    .map((body) => JSON.stringify(body)),
  jsonText.value,
  text,
)
