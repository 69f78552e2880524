import { notChecked, wouldNotOpen, type FindingText } from './text.ts'

/** Findings about either file, regardless of its contents. */
export const fileFindings = {
  empty: wouldNotOpen(
    'The file is empty',
    'The server returned status 200, but no content.',
    'Publish the file’s content, and check that the deployment was complete.',
  ),
  html: wouldNotOpen(
    'The address shows a web page instead of the file',
    'Many web apps serve their start page at every unknown address.',
    'Serve the file before the web server’s rule for the start page applies.',
  ),
  byte_order_mark: wouldNotOpen(
    'The file starts with a byte order mark',
    'An editor saved it as “UTF-8 with BOM”. JSON doesn’t allow these invisible characters.',
    'Save the file as UTF-8 without BOM.',
  ),
  not_json: wouldNotOpen(
    'The file isn’t valid JSON',
    'Because of one error, phones can’t read any of it.',
    'Fix the error at this position.',
  ),
  too_complex: notChecked(
    'The file is too complex to check',
    'It has thousands of values, or lists inside lists many levels deep.',
    'Use fewer, broader patterns.',
  ),
  android_type_missing: wouldNotOpen(
    'The file has no content type',
    'Android accepts the file only as application/json.',
    'Configure the server to send “Content-Type: application/json” for it.',
  ),
  android_type_wrong: wouldNotOpen(
    'The file’s content type isn’t application/json',
    'Android accepts the file only as application/json.',
    'Configure the server to send “Content-Type: application/json” for it.',
  ),
  apple_too_large: wouldNotOpen(
    'The file is larger than 128 KB',
    'Apple doesn’t read larger files.',
    'Replace lists of paths with patterns such as /shop/*.',
  ),
  android_too_large: notChecked(
    'The file is larger than 128 KB',
    'Linkwright doesn’t read larger files.',
    'Remove what isn’t needed, such as statements about other relations.',
  ),
} as const satisfies Record<string, FindingText>
