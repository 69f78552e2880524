import { describe, expect, test } from 'vitest'
import { maxPasteLength } from '../../contract/service/path/linkPath.ts'
import { enrolmentLink } from '../../contract/service/keys/enrolmentLink.ts'
import { findPath, newLinkPath, parseNewLinkPath, windowPaths } from '../../contract/app/window/windowPath.ts'
import { findDeepLink, isInvitation, parseDeepLink } from '../../electron/deepLink.ts'

const link = 'https://links.example.com/Ab3'
const encoded = encodeURIComponent(link)
const deepLinkFor = (text: string) => `linkwright://find?url=${encodeURIComponent(text)}`

describe('an address that contains a link', () => {
  test.each<[string, string, string]>([
    ['encoded', `linkwright://find?url=${encoded}`, link],
    ['a plain link', `linkwright://find?url=${link}`, link],
    ['an address with the slash that some browsers add', `linkwright://find/?url=${encoded}`, link],
    ['an address in capitals', `LINKWRIGHT://FIND?url=${encoded}`, link],
    ['over http', deepLinkFor('http://127.0.0.1:4680/Ab3'), 'http://127.0.0.1:4680/Ab3'],
    ['with a query and a fragment', deepLinkFor(`${link}?a=1&b=%20#c`), `${link}?a=1&b=%20#c`],
    [
      'an address with an ignored second link',
      deepLinkFor(`${link},https://links.example.com/Xy9`),
      'links.example.com/Ab3',
    ],
    ['with a plus', deepLinkFor('https://links.example.com/a+b'), 'https://links.example.com/a+b'],
    [
      'with a literal plus',
      'linkwright://find?url=https://links.example.com/a+b',
      'https://links.example.com/a+b',
    ],
    [
      'with non-ASCII letters',
      deepLinkFor('https://links.example.com/été'),
      'https://links.example.com/%C3%A9t%C3%A9',
    ],
    ['with a lookalike host', deepLinkFor('https://аpple.com/Ab3'), 'https://xn--pple-43d.com/Ab3'],
    [
      'a link of maximum length',
      deepLinkFor(link.padEnd(maxPasteLength, 'x')),
      link.padEnd(maxPasteLength, 'x'),
    ],
    [
      'a link that contains a window path',
      deepLinkFor(`${link}/../../settings#/profiles`),
      'https://links.example.com/settings#/profiles',
    ],
  ])('an address that contains a link opens Find: %s', (_how, address, expectedLink) => {
    expect(parseDeepLink(address)).toBe(findPath(expectedLink))
  })
})

describe('an address of a command', () => {
  test.each(['linkwright://find', 'linkwright://find/', 'LINKWRIGHT://Find'])('%s opens Find', (address) => {
    expect(parseDeepLink(address)).toBe(windowPaths.find)
  })

  test('the address of a new link runs its command', () => {
    expect(parseDeepLink('linkwright://create')).toBe(windowPaths.newLink)
  })

  test('an address to link to, with a preset, opens the quick form', () => {
    const path = parseDeepLink(`linkwright://create?url=${encoded}&preset=Spring%20%26%20summer`)
    expect(path).toBe(newLinkPath({ url: link, preset: 'Spring & summer' }))
    expect(parseNewLinkPath(path ?? '')).toEqual({ url: link, preset: 'Spring & summer' })
  })
})

describe('addresses that open nothing', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['the scheme alone', 'linkwright:'],
    ['an empty link', 'linkwright://find?url='],
    ['another scheme', `https://find?url=${encoded}`],
    ['a scheme that only begins like ours', `linkwrights://find?url=${encoded}`],
    ['another host', `linkwright://open?url=${encoded}`],
    ['a new link to a script', 'linkwright://create?url=javascript%3Aalert(1)'],
    ['a new link with another parameter', `linkwright://create?url=${encoded}&title=x`],
    ['a new link without an address', 'linkwright://create?preset=x'],
    ['a host that only begins like ours', `linkwright://find.example.com?url=${encoded}`],
    ['a port', `linkwright://find:80?url=${encoded}`],
    ['a name and a password before the host', `linkwright://a:b@find?url=${encoded}`],
    ['a path', `linkwright://find/profiles?url=${encoded}`],
    ['a path with ".."', `linkwright://find/../find?url=${encoded}`],
    ['a fragment', `linkwright://find?url=${encoded}#/settings`],
    ['a second link', `linkwright://find?url=${encoded}&url=${encoded}`],
    ['an additional profile', `linkwright://find?url=${encoded}&profile=acme`],
    ['a preceding environment', `linkwright://find?environment=production&url=${encoded}`],
    ['another parameter', `linkwright://find?text=${encoded}`],
    ['one slash', `linkwright:/find?url=${encoded}`],
    ['no slash', `linkwright:find?url=${encoded}`],
    ['white space before it', ` linkwright://find?url=${encoded}`],
    ['white space after it', `linkwright://find?url=${encoded}%0A`],
    ['a line break in it', deepLinkFor('https://links.example.com/\nAb3')],
    ['a tab in its scheme', deepLinkFor('ht\ttps://links.example.com/Ab3')],
    ['a NUL', deepLinkFor(`${link}\0`)],
    ['right-to-left characters', deepLinkFor('https://links.example.com/\u202e3bA')],
    ['zero-width characters', deepLinkFor('https://links.example.com/\u200bAb3')],
    ['a lone surrogate', 'linkwright://find?url=https://links.example.com/%ED%A0%80'],
    ['invalid UTF-8', 'linkwright://find?url=https://links.example.com/%FF'],
    ['an incomplete escape', 'linkwright://find?url=https://links.example.com/%4'],
    ['a script', deepLinkFor('javascript:alert(1)')],
    ['a file', deepLinkFor('file:///etc/passwd')],
    ['data', deepLinkFor('data:text/html,<script>alert(1)</script>')],
    ['a program', deepLinkFor('ms-settings:privacy')],
    ['itself', deepLinkFor('linkwright://find?url=x')],
    ['the window', deepLinkFor('app://linkwright/#/settings')],
    ['a path', deepLinkFor('Ab3')],
    ['a path of the window', deepLinkFor('/settings')],
    ['no host', deepLinkFor('https://')],
    ['a name and a password', deepLinkFor('https://bank.example@links.example.com/Ab3')],
    ['a double encoding', `linkwright://find?url=${encodeURIComponent(encoded)}`],
    ['quotation marks and a switch', `linkwright://find?url=${encoded}" --no-sandbox "`],
    ['a link beyond the maximum length', deepLinkFor(link.padEnd(maxPasteLength + 1, 'x'))],
    [
      'a link that is too long when encoded',
      deepLinkFor(`https://links.example.com/${'é'.repeat(maxPasteLength / 2)}`),
    ],
    ['a huge text', `linkwright://find?url=${'x'.repeat(10_000_000)}`],
  ])('a deep link with %s opens nothing', (_what, address) => {
    expect(parseDeepLink(address)).toBeNull()
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
    ['a link without a question', ['linkwright', link], null],
    ['only the first of two', ['linkwright', 'linkwright://other', `linkwright://find?url=${encoded}`], null],
  ])('a deep link is found among a program’s arguments: %s', (_what, argv, expectedLink) => {
    const address = findDeepLink(argv)
    expect(address === null ? null : parseDeepLink(address)).toBe(
      expectedLink === null ? null : findPath(expectedLink),
    )
  })
})

test('an invitation opens its question, and its secret is not in the path', () => {
  const service = 'https://links.example.com/api/v1/sdk'
  const address = enrolmentLink({ service, invitation: `lwk_invite_${'a'.repeat(40)}` })
  expect(parseDeepLink(address)).toBe(windowPaths.invitation)
  for (const changedAddress of [
    `${address} `,
    `${address}&find=1`,
    `${address}#x y`,
    address.replace('https', 'file'),
  ]) {
    expect([isInvitation(changedAddress), parseDeepLink(changedAddress)]).toEqual([false, null])
  }
})
