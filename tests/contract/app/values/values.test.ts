import { describe, expect, it } from 'vitest'
import { addressWarnings } from '../../../../contract/app/values/addressWarnings.ts'
import { fixQuery } from '../../../../contract/app/values/addressQuery.ts'
import { cleanValue, describeCleaning } from '../../../../contract/app/values/cleanValue.ts'
import { completeAddress } from '../../../../contract/app/values/completeAddress.ts'
import { dataWarning, fixValue, valueWarning } from '../../../../contract/app/values/valueWarnings.ts'
import { isEmptyWord } from '../../../../contract/service/text/words.ts'
import { unguardFormula } from '../../../../contract/app/tables/spreadsheet.ts'

describe('cleanValue', () => {
  it.each([
    ['https://example.com/sale\u200b', 'https://example.com/sale'],
    ['\ufeffhttps://example.com/sale', 'https://example.com/sale'],
    ['https://exam\u00adple.com/', 'https://example.com/'],
    ['\u2066https://example.com/\u2069', 'https://example.com/'],
    ['https://example.com/\u00a0', 'https://example.com/'],
    ['https://example.com/a\u200db', 'https://example.com/ab'],
    ['https://example.com/\u3164', 'https://example.com/'],
    ['https://example.com/❤️‍🔥', 'https://example.com/❤️‍🔥'],
    ['https://example.com/می\u200cخواهم', 'https://example.com/می\u200cخواهم'],
  ])('cleanValue turns the address %j into %j', (typed, sent) => {
    expect(cleanValue('desktop_custom_redirect', typed)).toBe(sent)
    expect(completeAddress(typed)).toBe(sent)
  })

  it.each([
    ['mail\u200b', 'mail'],
    ['sum\u200bmer', 'summer'],
    ['\u202enews\u202c', 'news'],
    ['news\u200e', 'news'],
    ['\u00a0 news \u00a0', 'news'],
    [' news ', 'news'],
    ['="news"', 'news'],
    ['="say ""hi"""', 'say "hi"'],
    ['=SUM(A1)', '=SUM(A1)'],
    ['a\u2064b', 'ab'],
  ])('cleanValue turns the source %j into %j', (typed, sent) => {
    expect(cleanValue('tracking_source', typed)).toBe(sent)
  })

  it.each([
    ['Sale\u200b', 'Sale'],
    ['\ufeffSale', 'Sale'],
    ['Som\u00admer', 'Sommer'],
    ['a\u2060b', 'ab'],
    ['\u202eSale', 'Sale'],
    ['👩‍💻 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈', '👩‍💻 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['ភាសា\u200bខ្មែរ', 'ភាសា\u200bខ្មែរ'],
    ['ขาย\u200b', 'ขาย'],
    ['\u200fمرحبا', '\u200fمرحبا'],
    ['葛\u{e0100}', '葛\u{e0100}'],
  ])('cleanValue turns the title %j into %j', (typed, sent) => {
    expect(cleanValue('title', typed)).toBe(sent)
    expect(cleanValue('tags', typed)).toBe(sent)
  })

  it('cleanValue never changes app data', () => {
    expect(cleanValue('data', ' {"id":"a\u200b"} ')).toBe(' {"id":"a\u200b"} ')
  })

  it('describeCleaning names what is left out', () => {
    expect(describeCleaning('title', 'a')).toBeNull()
    expect(describeCleaning('title', ' a ')).toContain('Spaces')
    expect(describeCleaning('title', 'a\u200b ')).toContain('Invisible')
    expect(describeCleaning('title', '="a"')).toContain('="…"')
  })

  it('unguardFormula unwraps ="…", but not in a cell that we guarded', () => {
    expect(['="0042"', '"0042"', '\'="0042"', '=1+1'].map((cell) => unguardFormula(cell, ','))).toEqual([
      '0042',
      '"0042"',
      '="0042"',
      '=1+1',
    ])
  })
})

describe('words for nothing', () => {
  it.each(
    'null,NULL,\\N,N/A,n/a,undefined,-,–,—,#N/A,#NAME?,#VALUE!,#REF!,#DIV/0!,#NV,#WERT!,#BEZUG!,#NOM?,#¡VALOR!,########,(null),<NA>,None,NaN,nil,Err:502,(not set)'.split(
      ',',
    ),
  )('isEmptyWord recognizes %s', (word) => {
    expect(isEmptyWord(word)).toBe(true)
    expect(valueWarning('tracking_campaign', word)?.fix?.value).toBe('')
    expect(valueWarning('tags', word)?.fix?.value).toBe('')
    expect(addressWarnings(word, 'phone')).toMatchObject([{ fix: { value: '' }, isError: true }])
  })

  it.each(['none', 'NA', 'nullable', '#sale!', 'a-b', '#1', 'Nilsson', '0', 'false', 'undefined behaviour'])(
    'isEmptyWord accepts %s',
    (word) => {
      expect(isEmptyWord(word)).toBe(false)
    },
  )
})

describe('shortened numbers', () => {
  it.each(['1.23457E+15', '1,23457E+15', '-2.3e+10', '1E+20', '1.2E-05', '12345678901234500'])(
    '%s is marked everywhere, without a fix',
    (number) => {
      expect(valueWarning('title', number)).toMatchObject({ fix: null })
      expect(dataWarning(number)).toContain('shortened')
    },
  )

  it.each(['1234567890123456', '1e5', '12E4', '120208765432100123', '1.5'])('%s is not marked', (number) => {
    expect(valueWarning('title', number)).toBeNull()
    expect(dataWarning(number)).toBeNull()
  })
})

describe('special spaces', () => {
  it.each([
    ['summer\u00a0sale', 'summer sale'],
    ['summer\u202fsale', 'summer sale'],
    ['summer\r\nsale', 'summer sale'],
    ['summer\t\u2003sale', 'summer sale'],
    ['summer%C2%A0sale', 'summer sale'],
    ['summer\u00a0sale%20now', 'summer sale now'],
  ])('a tracking value or tag %j is marked, and fixed to %j', (text, meant) => {
    for (const field of ['tracking_campaign', 'tags'] as const) {
      expect(valueWarning(field, text)?.fix).not.toBeNull()
      expect(fixValue(field, text)).toBe(meant)
      expect(valueWarning(field, meant)).toBeNull()
    }
  })

  it('a special space is typography in a title, and U+3000 is an ordinary space', () => {
    expect(valueWarning('title', '30\u00a0% off')).toBeNull()
    expect(valueWarning('tracking_campaign', '夏\u3000セール')).toBeNull()
  })
})

describe('values copied from addresses and web pages', () => {
  it.each([
    ['tracking_campaign', 'summer%20sale', 'summer sale'],
    ['tracking_campaign', 'summer%2520sale', 'summer sale'],
    ['tracking_campaign', 'sommer%C3%BCbung', 'sommerübung'],
    ['tracking_source', 'news%2Bletter', 'news+letter'],
    ['tracking_source', 'utm_source=news', 'news'],
    ['tracking_source', '?utm_source=news&utm_medium=cpc', 'news'],
    ['tracking_source', 'news&utm_medium=cpc', 'news'],
    ['tracking_source', 'utm_source%3Dnews', 'news'],
    ['tracking_medium', 'https://example.com/?utm_source=news&utm_medium=cpc#top', 'cpc'],
    ['tracking_campaign', 'Q&amp;A', 'Q&A'],
    ['title', 'Tom &amp; Jerry', 'Tom & Jerry'],
    ['title', 'Summer%20sale', 'Summer sale'],
    ['subtitle', 'It&#39;s %C3%BCber', "It's über"],
    ['tags', 'caf%C3%A9', 'café'],
  ] as const)('valueWarning offers a fix for %s %j', (field, text, meant) => {
    expect(valueWarning(field, text)?.text).toContain('copied')
    expect(valueWarning(field, text)?.fix?.value).toBe(meant)
    expect(fixValue(field, text)).toBe(meant)
  })

  it.each([
    ['tracking_campaign', '50%_off'],
    ['tracking_campaign', '{{campaign.name}}'],
    ['tracking_source', 'a=b'],
    ['tracking_source', 'news+letter'],
    ['title', '100%25 wool'],
    ['title', 'AT&T; more'],
  ] as const)('valueWarning accepts %s %j', (field, text) => {
    expect(valueWarning(field, text)).toBeNull()
  })

  it('valueWarning offers to remove what the form would leave out', () => {
    expect(valueWarning('tracking_source', 'mail\u200b')?.fix).toEqual({
      label: 'Remove them',
      value: 'mail',
    })
  })
})

describe('parameters of an address', () => {
  it.each([
    ['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?a=1&amp;amp;b=2', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?a=1&#38;b=2', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?a=1?utm_source=x', 'https://example.com/?a=1&utm_source=x'],
    ['https://example.com/?a=1?b=2&c=3?d=4#x', 'https://example.com/?a=1&b=2&c=3&d=4#x'],
    ['https://example.com/??a=1', 'https://example.com/?a=1'],
    ['https://example.com/p&utm_source=x&utm_medium=y', 'https://example.com/p?utm_source=x&utm_medium=y'],
    ['https://example.com/?page?utm_source=x', 'https://example.com/?page&utm_source=x'],
    [
      'https://example.com/#top?utm_source=x&utm_medium=y',
      'https://example.com/?utm_source=x&utm_medium=y#top',
    ],
    ['https://example.com/?b=1#utm_source=x', 'https://example.com/?b=1&utm_source=x'],
    ['https://example.com/p#a?id=1', 'https://example.com/p?id=1#a'],
    ['https://example.com/#/cart?id=1&utm_source=x', 'https://example.com/?utm_source=x#/cart?id=1'],
  ])('addressWarnings offers a fix for %j', (url, fixed) => {
    expect(addressWarnings(url, 'everyone').map(({ fix }) => fix?.value)).toEqual([fixed])
    expect(fixQuery(url)).toBe(fixed)
  })

  it.each([
    'https://example.com/#/cart?id=1',
    'https://example.com/#!/cart?id=1',
    'https://example.com/#:~:text=a?b=c',
    'https://example.com/?q=what?',
    'https://example.com/?next=/a?b=c',
    'https://example.com/?u=https://x.example/?a=b',
    'https://example.com/a#tab=2',
    'https://example.com/?',
    'https://example.com/a&b',
    'myshop://x?a=1?b=2',
  ])('fixQuery leaves %j unchanged', (url) => {
    expect(fixQuery(url)).toBe(url)
  })

  it.each([
    ['https%3A%2F%2Fexample.com%2Fsale', 'https://example.com/sale'],
    ['https%253A%252F%252Fexample.com%252Fsale', 'https://example.com/sale'],
    ['https://example.com/sale%E2%80%8B', 'https://example.com/sale'],
    ['https://example.com/sale%EF%BB%BF?a=b', 'https://example.com/sale?a=b'],
  ])('addressWarnings offers to decode %j', (url, fixed) => {
    expect(addressWarnings(url, 'everyone').map(({ fix }) => fix?.value)).toEqual([fixed])
  })
})

describe('invisible characters that were not typed now', () => {
  it.each([
    ['https://exam\u200bple.com/', 'https://example.com/'],
    ['https://example.com/sale\u200b', 'https://example.com/sale'],
    ['https://example.com/\u202esale', 'https://example.com/sale'],
  ])('addressWarnings offers to remove them from %j', (url, fixed) => {
    expect(addressWarnings(url, 'everyone').at(0)).toMatchObject({
      fix: { label: 'Remove them', value: fixed },
    })
  })
})

describe('wrapped addresses', () => {
  const inner = encodeURIComponent('https://example.com/sale')
  it.each([
    [
      'Outlook',
      `https://eur02.safelinks.protection.outlook.com/?url=${inner}&data=05%7C01%7Cme%40acme.example`,
    ],
    ['Google', `https://www.google.com/url?sa=t&url=${inner}&usg=AOv`],
    ['Outlook', `https://outlook.office.com/mail/safelink.html?url=${inner}`],
    ['Proofpoint', 'https://urldefense.com/v3/__https://example.com/sale__;!!abc!def$'],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${inner}&c=E,1`],
    ['Meta', `https://l.facebook.com/l.php?u=${inner}&h=AT`],
  ])('addressWarnings offers the address inside the one of %s', (product, url) => {
    const [warning, ...more] = addressWarnings(url, 'everyone')
    expect(more).toEqual([])
    expect(warning?.text).toContain(`${product} wrapped this address`)
    expect(warning?.fix).toEqual({ label: 'Use the address inside', value: 'https://example.com/sale' })
  })

  it('addressWarnings says how to unwrap an address that only the product can resolve', () => {
    const [warning] = addressWarnings('https://protect-us.mimecast.com/s/AbC?domain=example.com', 'everyone')
    expect(warning).toMatchObject({ fix: null })
    expect(warning?.text).toContain('Open it')
  })

  it.each([
    'https://www.google.com/maps?q=https://example.com/',
    'https://www.linkedin.com/sharing/share-offsite/?url=https%3A%2F%2Fexample.com',
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fexample.com',
    'https://www.trendmicro.com/?url=https%3A%2F%2Fexample.com',
    'https://www.mimecast.com/s/a',
  ])('addressWarnings accepts %s', (url) => {
    expect(addressWarnings(url, 'everyone')).toEqual([])
  })
})
