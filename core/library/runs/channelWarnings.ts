import { channelOfRequest, nearestForRequest } from '../../../contract/app/channels/address.ts'
import { unassigned } from '../../../contract/app/channels/rules.ts'
import { unassignedText } from '../../../contract/app/channels/words.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { createMediumChoice } from '../../../contract/app/rules/mediums.ts'
import { getRuleFieldValues } from '../../../contract/app/rules/request.ts'
import type { TrackingRules } from '../../../contract/service/rules/trackingRules.ts'
import type { RowWarning } from '../../../contract/app/runs/run.ts'
import { columnsOfField, findColumn } from '../../../contract/app/runs/mapping/sources.ts'
import type { PreparedRun } from './preparedRun.ts'

const field = 'tracking_medium'

/** Returns a function that warns if Google Analytics would assign a link to no channel, with the nearest allowed medium. */
export function createChannelWarnings({ mapping }: Pick<PreparedRun, 'mapping'>, rules: TrackingRules) {
  const chooseMedium = createMediumChoice(rules)
  return (request: GenerateRequest, cells: readonly string[]): RowWarning[] => {
    if (channelOfRequest(request) !== unassigned) return []
    const nearest = nearestForRequest(request, (wanted) => chooseMedium(getRuleFieldValues(request), wanted))
    const hint = nearest ? ` “${nearest.medium}” counts as ${nearest.channel}.` : ''
    const medium = request.tracking_medium ?? ''
    const text = `${unassignedText(medium)}${hint}`
    const column = findColumn(mapping, cells, field) ?? columnsOfField(field, mapping)[0] ?? null
    return [{ column, text, ...(medium === '' && { kind: 'missing', field }) }]
  }
}
