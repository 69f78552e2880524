import { expect, it } from 'vitest'
import {
  enrolmentLink,
  parseEnrolment,
  parseEnrolmentAddress,
} from '../../../../contract/service/keys/enrolmentLink.ts'

const enrolment = {
  service: 'https://links.example.com/api/v1/sdk',
  invitation: `lwk_invite_${'Ab3'.repeat(13)}x`,
}
const link = enrolmentLink(enrolment)

it('an invitation is read from its link, a message with one link, and its file', () => {
  const texts = [
    link,
    ` ${link}\n`,
    `Hi Anna, please open <${link}> in the app.`,
    JSON.stringify(enrolment),
    JSON.stringify({ ...enrolment, project: 'Shop', link }),
    link.replace('linkwright://enroll?', 'LINKWRIGHT://ENROLL/?'),
  ]
  for (const text of texts) expect(parseEnrolment(text)).toEqual(enrolment)
  expect(parseEnrolmentAddress(link)).toEqual(enrolment)
})

it.each([
  '.',
  ')',
  ').',
  ',',
  ';',
  ':',
  '!',
  '?',
  '…',
  ']',
  '}',
  '|',
  '*',
  '**',
  '”',
  '“',
  '’',
  '»',
  '›',
  '。',
  '"',
  "'",
  '\u200b',
  '\u00a0.',
])('an invitation is read from a sentence in which %j follows it', (end) => {
  expect(parseEnrolment(`Open (${link}${end} Thanks`)).toEqual(enrolment)
  expect(parseEnrolment(`${link}${end}`)).toEqual(enrolment)
})

const other = link.replace('links', 'other')
it.each([
  ['nothing', ''],
  ['a project key', `lwk_${'a'.repeat(40)}`],
  ['two links', `${link} ${other}`],
  ['a parameter twice', `${link}&service=https%3A%2F%2Fother.example`],
  ['an unknown parameter', `${link}&accept=true`],
  ['no secret', link.replace(/&invitation=.*/, '')],
  ['an empty secret', link.replace(/invitation=.*/, 'invitation=')],
  ['another scheme', link.replace('linkwright:', 'https:')],
  ['plain HTTP', enrolmentLink({ ...enrolment, service: 'http://links.example.com' })],
  ['credentials in the address', enrolmentLink({ ...enrolment, service: 'https://a:b@links.example.com' })],
  ['javascript', enrolmentLink({ ...enrolment, service: 'javascript:alert(1)' })],
  ['an incomplete escape', link.replace('%3A', '%')],
  ['a secret with markup', enrolmentLink({ ...enrolment, invitation: '<b>lwk_invite_aaaaaaaaaaaaaaa</b>' })],
  ['truncated JSON', JSON.stringify(enrolment).slice(0, -1)],
  ['JSON of other types', '{"service":["https://links.example.com"],"invitation":1}'],
  ['JSON null', 'null'],
  ['a text that is far too long', `{"a":"${'x'.repeat(5_000)}"}`],
])('%s is not an invitation', (_, text) => expect(parseEnrolment(text)).toBeNull())

it('another program may pass an invitation only as a link', () => {
  for (const text of [` ${link}`, `${link} `, `see ${link}`, JSON.stringify(enrolment), `${link}#x y`])
    expect(parseEnrolmentAddress(text)).toBeNull()
})
