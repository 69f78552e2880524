import { trackingRules } from '../../contract/service/rules/trackingRules.ts'
import { connectProfile } from '../../tests/core/harness/profile.ts'
import { measureWaits, openApp } from '../core.ts'
import { formatWhole, limitedFigure, temporaryFolder, type Figure } from '../measuring.ts'
import { openStage } from '../service/stage.ts'

const [teamLinks, reportRows] = [100_000, 20_000]
/** Milliseconds between the lists that are asked for meanwhile. Without a pause, they would take a tenth of the time. */
const pollMs = 100

/** Measures the first reading of a team's links, and then the check of a report with them. */
export async function* measureTeam(): AsyncGenerator<Figure> {
  await using stage = await openStage()
  await using folder = await temporaryFolder()
  const { url, key } = await stage.newDatabase(teamLinks)
  const { origin } = await stage.service(url)
  await using app = await openApp(folder.path)
  const { profileId } = await connectProfile(app, origin, key)
  const reading = await measureWaits(app, () => app.get('team.read', { profileId }), pollMs)
  const { total } = await app.get('library.count', { view: {} })
  if (total !== teamLinks) throw new Error(`Only ${total} links were read.`)
  yield limitedFigure(`first reading of ${formatWhole(teamLinks)} links of a team`, reading.seconds, {
    ...{ limit: 60, unit: 's', beside: `longest wait of a list: ${reading.longest.toFixed(0)} ms` },
  })
  const rules = trackingRules.parse({
    source: { values: ['newsletter', 'instagram', 'google'] },
    medium: { lowerCase: true },
    campaign: { lowerCase: true, separator: '-' },
  })
  await app.get('rules.save', { profileId, rules })
  const lines = Array.from(
    { length: reportRows },
    (_, row) => `Source ${row % 500} / Email,Summer Sale ${row},${row}`,
  )
  const text = ['Session source / medium,Session campaign,Sessions', ...lines].join('\n')
  const audit = await measureWaits(app, () => app.get('rules.audit', { profileId, text }), pollMs)
  yield limitedFigure(`check of a report of ${formatWhole(reportRows)} rows`, audit.seconds, {
    ...{ limit: 2, unit: 's', beside: `longest wait of a list: ${audit.longest.toFixed(0)} ms` },
  })
}
