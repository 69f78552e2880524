import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkText } from '../../../../contract/service/address/linkAddress.ts'
import { findLinkPath } from '../../../../contract/service/path/linkPath.ts'
import { findLinks, maxTextLength, maxLinks } from '../../../../contract/service/address/pastedLinks.ts'
import { anyText } from '../../../anyText.ts'
import { effort } from '../../../effort.ts'

/** Returns a link as `host/path`, and a bare path as `/path`. */
function read(text: string): string[] {
  return findLinks(text).links.map(({ host, path }) => `${host ?? ''}/${path}`)
}

const one = ['links.example.com/Ab3dEf7']
const two = ['links.example.com/Ab3dEf7', 'links.example.com/Xy9']
const link = 'https://links.example.com/Ab3dEf7'
const second = 'https://links.example.com/Xy9'
const encoded = encodeURIComponent(link)
const safeLink = (inner: string) =>
  `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(inner)}&data=05%7C02`
const proofpoint2 = 'https://urldefense.proofpoint.com/v2/url?u=https-3A__links.example.com_Ab3dEf7&d=DwMF'
const longLink = 'https://links.example.com/a-very-long-campaign-name/of-a-folder/Ab3'

describe('links in a pasted text', () => {
  it.each<[what: string, text: string, links: string[]]>([
    // A link, spelled in every way.
    ['a URL', link, one],
    ['a URL with http', 'http://links.example.com/Ab3dEf7', one],
    ['a URL in capitals', 'HTTPS://LINKS.EXAMPLE.COM/Ab3dEf7', one],
    ['a port', 'https://links.example.com:8443/Ab3dEf7', ['links.example.com:8443/Ab3dEf7']],
    ['the port of the scheme', 'https://links.example.com:443/Ab3dEf7', one],
    ['a query', `${link}?utm_source=x&gclid=1`, one],
    ['a fragment', `${link}#top`, one],
    ['a query and a fragment', `${link}/?a=b#c/d`, one],
    ['a trailing slash', `${link}/`, one],
    ['several slashes', 'https://links.example.com//Ab3dEf7///', one],
    ['a folder', 'https://links.example.com/go/Ab3dEf7', one],
    ['the dot after a host', 'https://links.example.com./Ab3dEf7', one],
    ['a user in the URL', 'https://me@links.example.com/Ab3dEf7', one],
    ['no scheme', 'links.example.com/Ab3dEf7', one],
    ['no scheme, in capitals', 'Links.Example.COM/Ab3dEf7?x=1', one],
    ['only the slashes of a scheme', '//links.example.com/Ab3dEf7', one],
    ['a scheme that was cut off', 'ttps://links.example.com/Ab3dEf7', one],
    ['a scheme with one slash', 'https:/links.example.com/Ab3dEf7', one],
    ['a scheme without a colon', 'https//links.example.com/Ab3dEf7', one],
    ['this computer', 'http://127.0.0.1:4680/Ab3', ['127.0.0.1:4680/Ab3']],
    ['this computer without a scheme', '127.0.0.1:4680/Ab3', ['127.0.0.1:4680/Ab3']],
    ['this computer by name', 'localhost:4680/Ab3', ['localhost:4680/Ab3']],
    ['this computer by IPv6', 'http://[::1]:4680/Ab3', ['[::1]:4680/Ab3']],
    ['a host with an umlaut', 'https://bücher.example/Ab3', ['xn--bcher-kva.example/Ab3']],
    ['a host with an umlaut and no scheme', 'bücher.example/Ab3', ['xn--bcher-kva.example/Ab3']],
    ['an encoded letter', 'https://links.example.com/caf%C3%A9', ['links.example.com/café']],
    ['an encoded slash', 'https://links.example.com/a%2Fb', ['links.example.com/a/b']],
    ['a percent sign', 'https://links.example.com/100%', ['links.example.com/100%']],
    ['a path', 'Ab3dEf7', ['/Ab3dEf7']],
    ['a path with a slash', '/Ab3dEf7/', ['/Ab3dEf7']],
    ['a path with a query', 'Ab3dEf7?utm_source=x', ['/Ab3dEf7']],

    ['an encoded scheme', 'links.example.com/https%3A%2F%2F', ['links.example.com/https']],

    // Percent-encoded as a whole.
    ['an encoded URL', 'https%3A%2F%2Flinks.example.com%2FAb3dEf7', one],
    ['an encoded URL in lower case', 'https%3a%2f%2flinks.example.com%2fAb3dEf7%3fa%3db', one],
    ['a URL that is encoded twice', 'https%253A%252F%252Flinks.example.com%252FAb3dEf7', one],
    ['a partly encoded URL', 'https%3A//links.example.com/Ab3dEf7', one],
    ['an encoded URL in a parameter', 'myapp://open?link=https%3A%2F%2Flinks.example.com%2FAb3dEf7&x=1', one],
    ['the address of this app', 'linkwright://find?url=https%3A%2F%2Flinks.example.com%2FAb3dEf7', one],
    ['an encoded URL cut inside a character', 'https%3A%2F%2Flinks.example.com%2FAb3dEf7%3Fx%3D%C3', one],
    [
      'two links on two lines',
      'https%3A%2F%2Flinks.example.com%2FAb3dEf7%0Ahttps%3A%2F%2Flinks.example.com%2FXy9',
      two,
    ],

    // In the address of someone who checks or counts clicks.
    [
      'Outlook',
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flinks.example.com%2FAb3dEf7&data=05%7C02',
      one,
    ],
    ['Google', 'https://www.google.com/url?q=https://links.example.com/Ab3dEf7&sa=D&source=editors', one],
    [
      'Google in Germany',
      'https://www.google.de/url?sa=t&url=https%3A%2F%2Flinks.example.com%2FAb3dEf7',
      one,
    ],
    [
      'Facebook',
      'https://l.facebook.com/l.php?u=https%3A%2F%2Flinks.example.com%2FAb3dEf7%3Ffbclid%3D1&h=AT',
      one,
    ],
    [
      'Proofpoint 2',
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__links.example.com_Ab3dEf7&d=DwMF',
      one,
    ],
    ['Proofpoint 3', 'https://urldefense.com/v3/__https://links.example.com/Ab3dEf7__;!!abc!def$', one],
    [
      'GMX',
      'https://deref-gmx.net/mail/client/abc/dereferrer/?redirectUrl=https%3A%2F%2Flinks.example.com%2FAb3dEf7',
      one,
    ],
    ['Outlook on the web', `https://outlook.office.com/mail/safelink.html?url=${encoded}&corid=1`, one],
    ['Outlook on the web at home', `https://outlook.live.com/mail/0/safelink.html?url=${encoded}`, one],
    ['new Outlook', `https://outlook.cloud.microsoft/mail/safelink.html?url=${encoded}`, one],
    ['Outlook around Proofpoint 3', safeLink(`https://urldefense.com/v3/__${link}__;!!abc!def$`), one],
    ['Outlook around Proofpoint 2', safeLink(proofpoint2), one],
    ['Outlook around Cisco', safeLink(`https://secure-web.cisco.com/1kx/${encoded}`), one],
    ['Cisco', `https://secure-web.cisco.com/1kx-Ab_3/${encoded}`, one],
    ['Cisco in a sentence', `See https://secure-web.cisco.com/1kx-Ab_3/${encoded}.`, one],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E,1,x&typo=1`, one],
    ['FireEye', `https://protect2.fireeye.com/v1/url?k=1-2&q=1&e=3&u=${encoded}`, one],
    ['old FireEye', `https://protect2.fireeye.com/url?k=1-2&u=${encoded}`, one],
    ['Proofpoint 1', `https://urldefense.proofpoint.com/v1/url?u=${link}&k=abc`, one],
    [
      'Proofpoint 3 with one slash',
      'https://urldefense.us/v3/__https:/links.example.com/Ab3dEf7__;!!abc!d$',
      one,
    ],
    [
      'Proofpoint 3 with replaced letters',
      'https://urldefense.com/v3/__https://links.example.com/caf*__;w6k!!a!b$',
      ['links.example.com/café'],
    ],
    [
      'Proofpoint 3 with several replaced letters',
      'https://urldefense.com/v3/__https://links.example.com/**A__;w6nDqQ!!a!b$',
      ['links.example.com/éé'],
    ],
    ['Check Point', `https://protect.checkpoint.com/v2/___${link}___.YXBzMTph`, one],
    ['Sophos', `https://eu-west-1.protection.sophos.com?d=example.com&u=${btoa(link)}&i=1`, one],
    [
      'Trend Micro',
      `https://cas5-0-urlprotect.trendmicro.com/wis/clicktime/v1/query?url=${encoded}&umid=1`,
      one,
    ],
    ['Bing', `https://www.bing.com/ck/a?!&&p=1&u=a1${btoa(link).replace(/=+$/, '')}&ntb=1`, one],
    ['Yahoo', `https://r.search.yahoo.com/_ylt=A/RV=2/RU=${encoded}/RK=2/RS=x-`, one],
    ['YouTube', `https://www.youtube.com/redirect?event=video_description&q=${encoded}`, one],
    [
      'one guard inside another',
      `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://www.google.com/url?q=${encodeURIComponent(link)}`)}`,
      one,
    ],
    ['an archive', 'https://web.archive.org/web/2026/https://links.example.com/Ab3dEf7', one],
    ['an address in a query that guards nothing', `${link}?back=https://other.example/z`, one],

    // In markup and between marks.
    ['angle brackets', `<${link}>`, one],
    ['quotes', `"${link}"`, one],
    ['single quotes', `‘${link}’`, one],
    ['German quotes', `„${link}“`, one],
    ['guillemets', `« ${link} »`, one],
    ['backticks', `\`${link}\``, one],
    ['Markdown', `[Sale](${link})`, one],
    ['Markdown with a title', `[Sale](${link} "Sale")`, one],
    ['Markdown with its address twice', `[${link}](${link})`, one],
    ['a Markdown reference', `[1]: ${link}`, one],
    ['bold', `**${link}**`, one],
    ['italics in a chat', `_${link}_`, one],
    ['strikethrough in a chat', `~${link}~`, one],
    ['Slack', `<${link}|Summer sale>`, one],
    ['a forum', `[url=${link}]Sale[/url]`, one],
    ['a wiki', `[[${link}|Sale]]`, one],
    ['HTML', `<a href="${link}">Sale</a>`, one],
    ['HTML without quotes', `<a href=${link}>Sale</a>`, one],
    ['escaped HTML', `&lt;a href=&quot;${link}&quot;&gt;`, one],
    ['JSON', '{"link":"https:\\/\\/links.example.com\\/Ab3dEf7","id":1}', one],
    ['LaTeX', `\\url{${link}}`, one],

    // In sentences.
    ['a sentence', `Have a look: ${link}, or tomorrow!`, one],
    ['a question', `Is it ${link}?`, one],
    ['three dots', `${link}...`, one],
    ['brackets', `(see ${link}).`, one],
    ['a label', 'Link:links.example.com/Ab3dEf7', one],
    ['a parameter', `url=${link}`, one],
    ['Japanese', `リンクはこちら：${link}。`, one],
    ['Japanese without a space', `リンクは${link}です`, one],
    ['Japanese without a scheme', 'リンクはlinks.example.com/Ab3dEf7です', one],
    ['Chinese', `链接（${link}），谢谢`, one],
    ['Arabic', `الرابط ${link}، شكرا`, one],
    ['an Arabic question', `هل هو ${link}؟`, one],
    ['Urdu', `یہ ${link}۔`, one],
    ['Hindi', `यह ${link}। धन्यवाद`, one],
    ['Armenian', `${link}։`, one],
    ['Burmese', `${link}။`, one],
    ['Cyrillic without a space', `${link}и`, one],
    ['Thai without a space', `ลิงก์${link}ครับ`, one],
    ['Thai without a scheme', 'ลิงก์links.example.com/Ab3dEf7ครับ', one],
    ['links between Arabic commas', `links.example.com/Ab3dEf7،links.example.com/Xy9`, two],
    ['emoji', `👉${link}👈`, one],
    ['emoji without a scheme', '👉🏽links.example.com/Ab3dEf7👈🏽', one],
    ['an emoji after a slash', `${link}/❤️`, one],
    ['a flag', `${link}🇩🇪 ${second}🏳️‍🌈`, two],
    ['a check mark', `${link}✅`, one],
    ['a dash', `${link}–`, one],
    ['a long dash', `${link}—soon`, one],
    ['an arrow', `→${link}←`, one],
    ['a bullet', `•${link}•${second}`, two],
    ['a path with an arrow', 'Ab3dEf7→', ['/Ab3dEf7']],
    ['a path before an Arabic comma', 'Ab3dEf7،', ['/Ab3dEf7']],
    [
      'a path of another script',
      'https://links.example.com/продукт2024новый',
      ['links.example.com/продукт2024новый'],
    ],
    ['a path of emoji', 'https://links.example.com/🎉', ['links.example.com/🎉']],
    ['a path with accents', 'https://links.example.com/cafe\u0301', ['links.example.com/cafe\u0301']],
    ['invisible characters', `\ufeff${link}\u200b\u00ad`, one],
    ['a slash and a dot that are not a link', 'and/or 1.5/2.5 e.g. w/o 24/7', []],
    ['an email address', 'anna@example.com', ['/anna@example.com']],

    // Broken into lines.
    ['a break after the host', 'https://links.example.com/\nAb3dEf7', one],
    ['a break inside the path', 'https://links.example.com/Ab3\ndEf7', one],
    ['a break without a scheme', 'links.example.com/Ab3\r\ndEf7', one],
    ['a break after the scheme', 'https://\nlinks.example.com/Ab3dEf7', one],
    ['a break in angle brackets', 'Look: <https://links.exam\n  ple.com/Ab3dEf7> today', one],
    ['a break in a quoted email', '> > https://links.example.com/\n> > Ab3dEf7\n> > Regards', one],
    ['a break in a full line', `Hello,\n${longLink}\ndEf7\nRegards`, ['links.example.com/Ab3dEf7']],
    ['a break in a stored email', 'See https://links.example.com/Ab3=\r\ndEf7 today', one],
    [
      'a break after a hyphen',
      'See https://links.example.com/summer-\nsale-7',
      ['links.example.com/summer-sale-7'],
    ],
    ['a break after a whole link', `${link}\nRegards`, one],
    ['a break before a list', `See ${link}\n2. the other`, one],
    ['a break inside the query', `${link}?utm_source=news\nletter&utm_medium=email`, one],

    // Many.
    ['one link on each line', `${link}\n${second}`, two],
    ['one link on each line, with empty lines', `\r\n${link}\r\n\r\n${second}\r\n`, two],
    ['the same twice', `${link}\n${second}\n${link}?x=1\nhttp://links.example.com/Ab3dEf7`, two],
    ['a list', `1. ${link}\n2. ${second};`, two],
    ['commas', `${link},${second}`, two],
    ['commas without a scheme', 'links.example.com/Ab3dEf7,links.example.com/Xy9', two],
    ['a comma after a query', `${link}?a=1,${second}`, two],
    ['a CSV', `title;link;visits\nSale;${link};1.234\n"Big; sale";"${second}";7`, two],
    ['a CSV without a scheme', 'Sale;links.example.com/Ab3dEf7;1.234\nBig;links.example.com/Xy9;7', two],
    ['a spreadsheet table', `Sale\t${link}\t12\nBig\t${second}\t7`, two],
    ['a Markdown table', `|Sale|${link}|\n|Big|${second}|`, two],
    ['a sentence with two', `Not ${link}, but ${second}.`, two],
    ['links without a separator', `${link}${second}`, two],
    [
      'different hosts with one path',
      `${link} https://other.example/Ab3dEf7`,
      [...one, 'other.example/Ab3dEf7'],
    ],
    ['with and without a scheme', `${link} links.example.com/Xy9`, two],
    ['paths, one on each line', 'Ab3dEf7\nXy9\n\nAb3dEf7', ['/Ab3dEf7', '/Xy9']],
    ['a start page and a link', `https://links.example.com/ and ${link}`, one],

    // None.
    ['nothing', '', []],
    ['white space', ' \n\t', []],
    ['only slashes', '///', []],
    ['dots', '..', []],
    ['encoded dots', '%2e%2e', []],
    ['only a host', 'https://links.example.com/', []],
    ['an invalid port', 'https://links.example.com:99999/Ab3dEf7', []],
    ['words', 'two words', []],
    ['words on two lines', 'two words\nand more', []],
    ['a slash and spaces', 'https://links.example.com/Ab3dEf7%2F%20%20', ['links.example.com/Ab3dEf7']],
    ['encoded punctuation', 'https://links.example.com/Ab3dEf7%29%2E', ['links.example.com/Ab3dEf7']],
    [
      'an encoded invisible character',
      'https://links.example.com/Ab3dEf7%E2%80%8B',
      ['links.example.com/Ab3dEf7'],
    ],
    ['another scheme', 'myapp://open/Ab3dEf7', []],
  ])('findLinks finds the links in %s', (_, text, links) => {
    expect(read(text)).toEqual(links)
  })

  it('findLinks limits the number of links and counts the rest', () => {
    const many = Array.from({ length: maxLinks + 7 }, (_, at) => `https://links.example.com/p${at}`)
    const found = findLinks([...many, ...many].join('\n'))
    expect(found.links.map(({ path }) => path)).toEqual(many.slice(0, maxLinks).map((url) => url.slice(26)))
    expect(found).toMatchObject({ more: 7, cut: false })
  })

  it('findLinks reports that it read only part of a long text', () => {
    const text = `${link}\n${' '.repeat(maxTextLength)}${second}`
    expect(findLinks(text)).toMatchObject({ links: [{ path: 'Ab3dEf7' }], cut: true })
  })
})

describe('findLinks', () => {
  const piece = fc.constantFrom(
    ...[
      'https://',
      'links.example.com',
      '/',
      'Ab3',
      '\n',
      '\r\n',
      ' ',
      ',',
      ';',
      '<',
      '>',
      '](',
      '%3A',
      '%2F%2F',
    ],
    ...[
      'https%3A%2F%2F',
      '%25',
      '?',
      '#',
      '=',
      '_',
      '~',
      'です',
      '。',
      '\u200b',
      '\ud800',
      '> ',
      '[::1]',
      ':80',
      '...',
    ],
  )
  const hostile = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    anyText({ maxLength: 200 }),
  )

  it('findLinks replaces half a character, which no request can contain', () => {
    for (const text of ['ab\ud83c', 'links.example.com/ab\ud83c'])
      expect(findLinks(text).links).toMatchObject([{ path: 'ab\ufffd' }])
  })

  it('a cut encoded address is not a path', () => {
    expect(findLinks('https%3A%2F%2Flinks.example.com%2F%2Fhttps%3A%2F%2F').links).toEqual([])
  })

  it('findLinks never throws, returns each link once, and each parses as itself', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { links } = findLinks(text)
        expect(new Set(links.map((found) => JSON.stringify(found))).size).toBe(links.length)
        for (const found of links) {
          expect(found.path).not.toMatch(/^\.{0,2}$/)
          expect(findLinkPath(linkText(found))).toEqual(found)
        }
      }),
      { numRuns: effort(3_000) },
    )
  })

  it('findLinks finds all links that our service makes, in order, with any text between them', () => {
    const path = fc.stringMatching(/^[A-Za-z0-9]{11}$/)
    const between = fc.constantFrom('\n', ' ', ', ', ';', '\t', '\r\n> ', ' | ', '.\n2. ', ') (', '> <')
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 20 }), between, (paths, gap) => {
        const text = paths.map((name) => `https://links.example.com/${name}`).join(gap)
        expect(findLinks(text).links.map((found) => found.path)).toEqual(paths)
      }),
    )
  })

  it.each([
    ...[
      'https://',
      'https://a.example/',
      'https://a.example/b\n',
      'https://a.example/\nb1\n',
      '<https://a.example/',
    ],
    ...[
      'https%3A%2F%2F',
      '%25',
      'a.',
      '👉',
      '،',
      'é',
      'https://urldefense.com/v3/__',
      'a:1/',
      '_https://a.example/b_',
      'https://?,',
      '> ',
      '\n',
      'b1\n',
      '\\/',
      'です',
    ],
    ...['links.example.com/a,', 'https://a.example/b=\n', '%', 'x=', 'https%253A%252F%252Fa.example%252Fb '],
  ])('findLinks finishes on a long text of %j', (unit) => {
    const run = unit.repeat(Math.ceil(effort(maxTextLength) / unit.length))
    for (const text of [run, `<https://a.example/${run}`]) {
      expect(findLinks(text).links.length).toBeLessThanOrEqual(maxLinks)
    }
  })
})
