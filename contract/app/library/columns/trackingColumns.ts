import { byName, linkFields, trackingNames, type TrackingName } from '../../../service/link/fields.ts'

/** The fields that distinguish the links of a campaign, shown together as one column. */
export const sourceMediumNames = trackingNames.filter((name) => name !== 'campaign')

/** No sort order, because it has only a few distinct values. */
export const unsortedName = 'medium'

type TrackingColumn<N extends TrackingName> = {
  kind: 'textOrNull'
  facet: N
  filter: string
  words: { column: N; prefixes: readonly [N] }
  imported: readonly string[]
} & (N extends typeof unsortedName ? unknown : { sorts: Readonly<Record<N, string>> })

function trackingColumn(name: TrackingName) {
  const { label } = linkFields[`tracking_${name}`]
  return {
    kind: 'textOrNull',
    facet: name,
    filter: label,
    ...(name === unsortedName ? {} : { sorts: { [name]: label } }),
    words: { column: name, prefixes: [name] },
    imported: [`utm${name}`, name, `tracking${name}`],
  }
}

/** The library's columns of the tracking fields. */
export const trackingColumns = byName<TrackingName, unknown>(trackingNames, trackingColumn) as {
  [N in TrackingName]: TrackingColumn<N>
}
