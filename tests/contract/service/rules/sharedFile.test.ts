import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readSharedFile } from '../../../../contract/service/rules/readSharedFile.ts'
import { compareShared } from '../../../../contract/app/rules/sharedEntries.ts'
import { sharedFileLimits, sharedRules } from '../../../../contract/service/rules/sharedFile.ts'
import { writeSharedFile } from '../../../../contract/service/rules/writeSharedFile.ts'

const head = '"format": "linkwright-rules", "version": 1'

const full = `{
  "$schema": "./linkwright-rules.schema.json",
  "format": "linkwright-rules",
  "version": 1,
  "profile": "Shop",
  "rules": {
    "campaign": {
      "separator": "-",
      "builtName": {
        "template": "{year}-{market}-{name}",
        "lists": {
          "market": [
            "de",
            "at"
          ]
        }
      }
    },
    "source": {
      "lowerCase": true,
      "values": [
        "newsletter",
        "twitter"
      ]
    },
    "medium": {
      "dependent": {
        "on": "source",
        "lists": [
          {
            "value": "newsletter",
            "values": [
              "email"
            ]
          }
        ]
      }
    }
  },
  "presets": [
    {
      "name": "Newsletter",
      "form": {
        "tags": [
          "mail"
        ],
        "tracking_source": "newsletter"
      }
    }
  ],
  "views": [
    {
      "name": "All of this profile",
      "query": "profile=this&sort=title"
    }
  ]
}
`

function errorsOf(text: string): string[] {
  const read = readSharedFile(text)
  return read.ok ? [] : read.errors
}

describe('a shared file', () => {
  it('a shared file in the canonical form is written byte for byte as it was read', () => {
    const read = readSharedFile(full)
    if (!read.ok) throw new Error(errorsOf(full).join('\n'))
    expect(writeSharedFile(read.value)).toBe(full)
  })

  it('a shared file has the same text regardless of the order of names, keys and entries', () => {
    const result =
      readSharedFile(`{"views":[],"presets":[{"form":{"b":1,"a":{"d":1,"c":2}},"name":"b"},{"name":"a","form":{}}],
      "rules":{"medium":{"values":["x"],"lowerCase":true},"source":{}},"version":1,"format":"linkwright-rules"}`)
    if (!result.ok) throw new Error('not read')
    const [text, entries] = [writeSharedFile(result.value), result.value.presets?.toReversed() ?? []]
    expect(writeSharedFile({ ...result.value, presets: entries })).toBe(text)
    expect(text.indexOf('"a": {')).toBeLessThan(text.indexOf('"b": 1'))
    expect(text.indexOf('"name": "a"')).toBeLessThan(text.indexOf('"name": "b"'))
    expect(text.indexOf('"lowerCase"')).toBeLessThan(text.indexOf('"values"'))
    expect(text).not.toContain('source')
  })

  it('a shared file may lack any section, and have a byte order mark and Windows line ends', () => {
    expect(readSharedFile(`\uFEFF{${head}}`)).toMatchObject({ ok: true })
    expect(readSharedFile(full.replaceAll('\n', '\r\n'))).toMatchObject({ ok: true })
  })

  it('names and values are equal in any Unicode form, but names that differ in case are different', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301']
    const fileWith = (name: string) => {
      const rules = `"rules":{"source":{"values":["${name}"]}}`
      const result = readSharedFile(
        `{${head},${rules},"presets":[{"name":"${name}","form":{}}],"views":[{"name":"${name}","query":""}]}`,
      )
      if (!result.ok) throw new Error('not read')
      return result.value
    }
    expect(writeSharedFile(fileWith(decomposed))).toBe(writeSharedFile(fileWith(composed)))
    expect(compareShared(fileWith(composed), fileWith(decomposed))).toEqual([])
    const changes = compareShared(
      { presets: [{ name: 'Sale', form: {} }] },
      { presets: [{ name: 'sale', form: {} }] },
    )
    expect(changes).toEqual([
      { kind: 'preset', name: 'Sale', before: '{}', after: null },
      { kind: 'preset', name: 'sale', before: null, after: '{}' },
    ])
    const both = `{${head},"presets":[{"name":"${composed}","form":{}},{"name":"${decomposed}","form":{}}]}`
    expect(errorsOf(both)).toEqual([expect.stringContaining('Another entry has this name.')])
  })

  it('the shared file in the documentation is read', () => {
    const example = /```json\n([^`]+)```/.exec(readFileSync('docs/using/rules.md', 'utf8'))?.[1] ?? ''
    expect(readSharedFile(example)).toMatchObject({ ok: true })
  })

  it('a shared file is described by the JSON Schema in the documentation', async () => {
    const schema = {
      title: 'Linkwright rules, presets and views',
      ...z.toJSONSchema(sharedRules, { io: 'input' }),
    }
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      '../../../../docs/using/linkwright-rules.schema.json',
    )
  })
})

describe('a file that is rejected as a whole', () => {
  it.each([
    ['an empty file', '', 'The file is empty. (line 1, column 1)'],
    ['white space', ' \n ', 'The file is empty. (line 1, column 1)'],
    ['an incomplete file', full.slice(0, 200), 'The JSON is incomplete: something isn’t closed.'],
    ['a list', '[]', 'The file must be a JSON object: { … }.'],
    ['JSON with an extra comma', `{${head},}`, 'remove the comma before it'],
    [
      'another JSON file',
      '{"name": "x"}',
      'This is not a file of rules: "format" must be "linkwright-rules".',
    ],
    [
      'a file of a newer version',
      '{"format":"linkwright-rules",\n"version":2,"x":1}',
      'A newer version of Linkwright wrote this file (version 2; this one reads 1). Update Linkwright to use it. (line 2, column 11)',
    ],
    ['a file of version 0', '{"format":"linkwright-rules","version":0}', '"version" must be 1.'],
    ['a version that is a string', '{"format":"linkwright-rules","version":"1"}', '"version" must be 1.'],
    [
      'an unknown field',
      `{${head},\n"rules":{"source":{\n"valeus":["x"]}}}`,
      'rules.source.valeus: This version of Linkwright doesn’t know this field. Correct its name, or update Linkwright. (line 3, column 10)',
    ],
    ['an unknown section', `{${head}, "channels": []}`, 'channels: This version'],
    ['a field without rules', `{${head}, "rules": {"term": {}}}`, 'rules.term: This version'],
    [
      'a wrong type',
      `{${head}, "rules": {"source": {"values":\n ["ok",\n 5]}}}`,
      'rules.source.values.1: Must be a text. (line 3, column 2)',
    ],
    [
      'a list that is a string',
      `{${head}, "rules": {"source": {"values": "x"}}}`,
      'rules.source.values: Must be a list: [ … ].',
    ],
    [
      'a length of 0',
      `{${head}, "rules": {"source": {"maxLength": 0}}}`,
      'rules.source.maxLength: Must be at least 1.',
    ],
    [
      'a length of 1.5',
      `{${head}, "rules": {"source": {"maxLength": 1.5}}}`,
      'rules.source.maxLength: Must be a whole number.',
    ],
    [
      'an invalid choice',
      `{${head}, "rules": {"source": {"presence": "must"}}}`,
      'Must be "optional" or "required" or "hidden".',
    ],
    [
      'a field that depends on itself',
      `{${head}, "rules": {"source": {"dependent": {"on":"source","lists":[]}}}}`,
      'A field can’t depend on itself.',
    ],
    [
      'too many values',
      `{${head}, "rules": {"source": {"values": [${'"a",'.repeat(2_000)}"b"]}}}`,
      'At most 2000 values are allowed.',
    ],
    [
      'a key that appears twice',
      `{${head}, "rules": {"source": {},\n "source": {}}}`,
      'The key "source" appears twice in the same object. (line 2, column 2)',
    ],
    [
      'a prototype key',
      `{${head}, "rules": {"campaign": {"builtName": {"template": "{a}", "lists": {"__proto__": []}}}}}`,
      'The key "__proto__" is not allowed.',
    ],
    [
      'a prototype key in a preset',
      `{${head}, "presets": [{"name":"a","form":{"__proto__":{"x":1}}}]}`,
      'The key "__proto__" is not allowed.',
    ],
    [
      'two presets with one name',
      `{${head}, "presets": [{"name":"a","form":{}},\n{"name":" a","form":{}}]}`,
      'presets.1.name: Another entry has this name. Names must differ. (line 2, column 9)',
    ],
    ...['sale\u200b', '\u202Eelas', 'sa\u200dle', 'sa\uFEFFle', '\u3164', 'sale\u{E0061}'].map((name) => [
      `a view named ${JSON.stringify(name)}`,
      `{${head}, "views": [{"name":${JSON.stringify(name)},"query":""}]}`,
      'views.0.name: Contains an invisible character, or one that reverses the text. Remove it.',
    ]),
    ['a view without a name', `{${head}, "views": [{"name":" ","query":""}]}`, 'views.0.name: Enter a name.'],
    ['10 MB', `{${head}, "profile": "${'x'.repeat(10_000_000)}"}`, 'The file is larger than 1,024 KiB.'],
    [
      '100,000 values',
      `{${head}, "views": [${'1,'.repeat(100_000)}1]}`,
      'The file has more than 50,000 values.',
    ],
    ['deep nesting', `{${head}, "views": ${'['.repeat(20_000)}`, 'The file is nested deeper than 32 levels.'],
    [
      'a long pattern',
      `{${head}, "rules": {"source": {"pattern": "${'*a'.repeat(150)}"}}}`,
      'rules.source.pattern: Must be at most 200 characters.',
    ],
  ])('%s is rejected with the right error', (_, text, message) => {
    expect(errorsOf(text).join('\n')).toContain(message)
  })

  it.each(['<<<<<<< HEAD', '=======', '>>>>>>> main', '||||||| base'])(
    'the error for a file with the conflict marker %s mentions Git and the line',
    (marker) => {
      const text = full.replace('  "profile"', `${marker}\n  "profile"`)
      expect(errorsOf(text)).toEqual([
        'The file contains Git conflict markers. Decide which lines to keep, then save the file. (line 5, column 1)',
      ])
    },
  )

  it('thousands of errors in a file are reported as the first 20 and a count of the rest', () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => `"k${index}":1`).join()
    const errors = errorsOf(`{${head}, ${keys}}`)
    expect(errors).toHaveLength(21)
    expect(errors.at(-1)).toContain('There are 2,980 more errors.')
  })

  it.each([
    ['a repeated key in other JSON', '{"sk_live_1":1,"sk_live_1":2}', 'This is not a file of rules'],
    ['a line of /etc/shadow', 'root:$y$j9T$sk_live_1:19000:0:99999:7:::', 'Unexpected "r".'],
    ['other JSON', '{"key":"sk_live_1"}', 'This is not a file of rules'],
    ['a text', '"sk_live_1"', 'must be a JSON object'],
  ])(
    'the error for %s doesn’t quote it, because the file may have been chosen by mistake',
    (_, text, error) => {
      expect(errorsOf(text)).toEqual([expect.stringContaining(error)])
      expect(errorsOf(text).join()).not.toContain('sk_live_1')
    },
  )

  it.each([
    ['unknown', `{${head}, "${'k'.repeat(900_000)}": 1}`],
    ['repeated', `{${head}, "${'k'.repeat(400_000)}": 1, "${'k'.repeat(400_000)}": 1}`],
    [
      'unexpected',
      `{${head}, "rules": {"campaign": {"builtName": {"template": "{a}", "lists": {"${'k'.repeat(900_000)}": []}}}}}`,
    ],
  ])('an %s key of enormous length is reported in a short error', (_, text) => {
    expect(errorsOf(text)[0]?.length).toBeLessThan(500)
  })

  it('a file may have exactly the maximum size', () => {
    const text = `{${head}}`
    const spaces = sharedFileLimits.bytes - text.length
    expect(errorsOf(text + ' '.repeat(spaces))).toEqual([])
    expect(errorsOf(text + ' '.repeat(spaces + 1))).not.toEqual([])
  })
})
