import { notChecked, wouldNotOpen } from './text.ts'
import type { FindingText } from './text.ts'

/** What can be wrong with either file, whatever it says. */
export const fileFindings = {
  empty: wouldNotOpen(
    'The file is empty',
    'The server answered with status 200, but without any content.',
    'Publish the file’s content, and check that the deployment was complete.',
  ),
  html: wouldNotOpen(
    'The address shows a web page instead of the file',
    'Many web apps answer every unknown address with their start page.',
    'Add the file to the web server before the rule that answers with the start page.',
  ),
  byte_order_mark: wouldNotOpen(
    'The file starts with a byte order mark',
    'An editor saved it as “UTF-8 with BOM”. JSON doesn’t allow these invisible characters.',
    'Save the file as UTF-8 without BOM.',
  ),
  not_json: wouldNotOpen(
    'The file isn’t valid JSON',
    'Phones can’t read any of it because of one mistake.',
    'Correct it at the place that is named here.',
  ),
  too_complex: notChecked(
    'The file is too complex to check',
    'It has thousands of values, or lists inside lists many levels deep.',
    'Use fewer, wider patterns.',
  ),
  android_type_missing: wouldNotOpen(
    'The file has no content type',
    'Android accepts the file only as application/json.',
    'Let the server send “Content-Type: application/json” for it.',
  ),
  android_type_wrong: wouldNotOpen(
    'The file has another content type than application/json',
    'Android accepts the file only as application/json.',
    'Let the server send “Content-Type: application/json” for it.',
  ),
  apple_too_large: wouldNotOpen(
    'The file is larger than 128 KB',
    'Apple doesn’t read larger files.',
    'Replace lists of paths by patterns such as /shop/*.',
  ),
  android_too_large: notChecked(
    'The file is larger than 128 KB',
    'Linkwright doesn’t read larger files.',
    'Remove what isn’t needed, such as statements about other relations.',
  ),
} as const satisfies Record<string, FindingText>
