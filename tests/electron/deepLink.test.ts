import { describe, expect, test } from 'vitest'
import { longestPaste } from '../../contract/linkPath.ts'
import { findPath } from '../../contract/windowPath.ts'
import { pathAskedBy, pathAskedIn } from '../../electron/deepLink.ts'

const link = 'https://links.example.com/Ab3'
const encoded = encodeURIComponent(link)
const asking = (text: string) => `linkwright://find?url=${encodeURIComponent(text)}`

describe('an address that hands over a link', () => {
  test.each<[string, string, string]>([
    ['encoded', `linkwright://find?url=${encoded}`, link],
    ['as it is', `linkwright://find?url=${link}`, link],
    ['with the slash that some browsers add', `linkwright://find/?url=${encoded}`, link],
    ['in capitals, as a scheme and a host may be', `LINKWRIGHT://FIND?url=${encoded}`, link],
    ['over http', asking('http://127.0.0.1:4680/Ab3'), 'http://127.0.0.1:4680/Ab3'],
    ['with a query and a fragment', asking(`${link}?a=1&b=%20#c`), `${link}?a=1&b=%20#c`],
    [
      'with a second one behind it, of which nothing is asked',
      asking(`${link},https://links.example.com/Xy9`),
      'links.example.com/Ab3',
    ],
    ['with a plus', asking('https://links.example.com/a+b'), 'https://links.example.com/a+b'],
    [
      'with a plus as it is',
      'linkwright://find?url=https://links.example.com/a+b',
      'https://links.example.com/a+b',
    ],
    [
      'with letters beyond ASCII',
      asking('https://links.example.com/été'),
      'https://links.example.com/%C3%A9t%C3%A9',
    ],
    [
      'with a host that only looks like another',
      asking('https://аpple.com/Ab3'),
      'https://xn--pple-43d.com/Ab3',
    ],
    ['as long as a paste may be', asking(link.padEnd(longestPaste, 'x')), link.padEnd(longestPaste, 'x')],
    [
      'with what would lead elsewhere in the window',
      asking(`${link}/../../settings#/profiles`),
      'https://links.example.com/settings#/profiles',
    ],
  ])('is a question to Find: %s', (_how, address, asked) => {
    expect(pathAskedBy(address)).toBe(findPath(asked))
  })
})

describe('nothing is asked by', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['the scheme alone', 'linkwright:'],
    ['no link', 'linkwright://find'],
    ['an empty link', 'linkwright://find?url='],
    ['another scheme', `https://find?url=${encoded}`],
    ['a scheme that only begins so', `linkwrights://find?url=${encoded}`],
    ['another host', `linkwright://create?url=${encoded}`],
    ['a host that only begins so', `linkwright://find.example.com?url=${encoded}`],
    ['a port', `linkwright://find:80?url=${encoded}`],
    ['a name and a password before the host', `linkwright://a:b@find?url=${encoded}`],
    ['a path', `linkwright://find/profiles?url=${encoded}`],
    ['a path that leads back', `linkwright://find/../find?url=${encoded}`],
    ['a fragment', `linkwright://find?url=${encoded}#/settings`],
    ['a second link', `linkwright://find?url=${encoded}&url=${encoded}`],
    ['a profile beside it', `linkwright://find?url=${encoded}&profile=acme`],
    ['an environment before it', `linkwright://find?environment=production&url=${encoded}`],
    ['another parameter', `linkwright://find?text=${encoded}`],
    ['one slash', `linkwright:/find?url=${encoded}`],
    ['no slash', `linkwright:find?url=${encoded}`],
    ['white space before it', ` linkwright://find?url=${encoded}`],
    ['white space after it', `linkwright://find?url=${encoded}%0A`],
    ['a line break in it', asking('https://links.example.com/\nAb3')],
    ['a tab in its scheme', asking('ht\ttps://links.example.com/Ab3')],
    ['a NUL', asking(`${link}\0`)],
    ['letters from right to left', asking('https://links.example.com/\u202e3bA')],
    ['letters of no width', asking('https://links.example.com/\u200bAb3')],
    ['a lone half of a letter', 'linkwright://find?url=https://links.example.com/%ED%A0%80'],
    ['bytes that are no text', 'linkwright://find?url=https://links.example.com/%FF'],
    ['half an encoding', 'linkwright://find?url=https://links.example.com/%4'],
    ['a script', asking('javascript:alert(1)')],
    ['a file', asking('file:///etc/passwd')],
    ['data', asking('data:text/html,<script>alert(1)</script>')],
    ['a program', asking('ms-settings:privacy')],
    ['itself', asking('linkwright://find?url=x')],
    ['the window', asking('app://linkwright/#/settings')],
    ['a path', asking('Ab3')],
    ['a path of the window', asking('/settings')],
    ['no host', asking('https://')],
    ['a name and a password', asking('https://bank.example@links.example.com/Ab3')],
    ['an encoding inside the encoding', `linkwright://find?url=${encodeURIComponent(encoded)}`],
    ['quotation marks and a switch', `linkwright://find?url=${encoded}" --no-sandbox "`],
    ['more than a paste may be', asking(link.padEnd(longestPaste + 1, 'x'))],
    [
      'what is too long when it is written out',
      asking(`https://links.example.com/${'é'.repeat(longestPaste / 2)}`),
    ],
    ['a whole book', `linkwright://find?url=${'x'.repeat(10_000_000)}`],
  ])('%s', (_what, address) => {
    expect(pathAskedBy(address)).toBeNull()
  })
})

describe('among the arguments of a program', () => {
  test.each<[string, string[], string | null]>([
    ['none', ['linkwright'], null],
    [
      'switches',
      [
        'linkwright',
        '--data-dir=/tmp/x',
        '--',
        `linkwright://find?url=${encoded}`,
        '--original-process-start-time=1',
      ],
      link,
    ],
    ['an address as the program’s own name', [`linkwright://find?url=${encoded}`], null],
    ['an address inside a switch', ['linkwright', `--data-dir=linkwright://find?url=${encoded}`], null],
    ['a link that nobody asks about', ['linkwright', link], null],
    [
      'the first of two, and only that',
      ['linkwright', 'linkwright://other', `linkwright://find?url=${encoded}`],
      null,
    ],
  ])('%s', (_what, argv, asked) => {
    expect(pathAskedIn(argv)).toBe(asked === null ? null : findPath(asked))
  })
})
