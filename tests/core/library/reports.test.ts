import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { removeFolder, startApp, temporaryFolder, type App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer, type TestServer } from '../harness/server.ts'

const comments = `# ----------------------------------------
# Traffic acquisition: Session source / medium
# Account: Shop, Inc.
# ----------------------------------------
#
# All Users
# Start date: 20261001
# End date: 20261031
Nth day,Sessions
0000,12
0001,14
#
# Start date: 20261001
# End date: 20261031
`

let [folder, app, server]: [string, App, TestServer] = [] as never
let profileId: string

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
  let number = 0
  server = await startServer((_request, response) =>
    json(response, 200, { link: `https://l.example/p${++number}` }),
  )
  const target = await connectProfile(app, server.origin)
  ;({ profileId } = target)
  const rules = trackingRules.parse({
    source: { values: ['Twitter', 'newsletter', 'flyer'] },
    medium: { lowerCase: true },
    campaign: { lowerCase: true, separator: '-' },
  })
  await app.get('rules.save', { profileId, rules })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

const audit = (text: string) => app.get('rules.audit', { profileId, text })
const rowsOf = async (text: string) =>
  (await audit(text)).rows.map(({ source, medium, campaign, visits, isUnassigned, nearest }) => [
    `${source} / ${medium} / ${campaign}`,
    visits,
    isUnassigned,
    nearest && `${nearest.source} / ${nearest.medium} / ${nearest.campaign}`,
  ])

describe('a report of Google Analytics', () => {
  it('lists rows that break the rules or have no channel, with the nearest right values', async () => {
    const report = `${comments}Session source / medium,Session campaign,Users,Sessions,Engagement rate
google / organic,(organic),500,900,0.5
(direct) / (none),(direct),100,"1,200",0.5
partner.example / referral,(referral),10,12,0.5
Twitter / social,summer-sale,20,30,0.5
twiter / social,summer-sale,7,"1,009",0.5
Flyer / print,Summer Sale,5,6,0.5
newsletter / Email,(not set),5,40,0.5
,,999,9999,0.5
`
    expect(await rowsOf(report)).toEqual([
      ['twiter / social / summer-sale', 1_009, false, 'Twitter / social / summer-sale'],
      ['newsletter / Email / ', 40, false, 'newsletter / email / '],
      ['Flyer / print / Summer Sale', 6, true, 'flyer / referral / summer-sale'],
    ])
    expect(await audit(report)).toMatchObject({ checked: 7, isCut: false })
  })

  it('counts the links of the library with the same tracking, also in their addresses', async () => {
    const create = (request: object) =>
      app.get('links.create', createInput({ profileId, environment: 'development' }, request))
    await app.get('rules.save', { profileId, rules: {} })
    await create({ title: 'One', tracking_source: 'flyer', tracking_medium: 'print' })
    const { id } = await create({
      desktop_custom_redirect: { url: 'https://a.example/?utm_source=flyer&utm_medium=Print' },
    })
    const [row] = (await audit('Source\tMedium\tSessions\nflyer\tprint\t3\n')).rows
    expect(row).toMatchObject({ links: 2, latest: id, isUnassigned: true, nearest: { medium: 'referral' } })
    const [other] = (await audit('Source\tMedium\tSessions\nposter\tprint\t3\n')).rows
    expect(other).toMatchObject({ links: 0, latest: null })
  })

  it('trusts the channel that the report itself has, and reads German names', async () => {
    const report =
      'Sitzung – Quelle/Medium;Sitzung – Channelgruppe;Sitzungen\nnewsletter / qr;Offline;1.234\n'
    expect(await rowsOf(report)).toEqual([])
    expect(await audit(report)).toMatchObject({ visits: 1_234, checked: 1 })
  })

  it('without sources and mediums is refused, and so is no table at all', async () => {
    for (const text of ['Page,Views\n/a,1\n', 'hello', ''])
      await expect(app.call('rules.audit', { profileId, text })).resolves.toMatchObject({
        ok: false,
        problem: { code: 'sheet_no_report' },
      })
  })
})
