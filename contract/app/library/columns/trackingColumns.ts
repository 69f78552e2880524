import { linkFields, trackingNames, type TrackingName } from '../../../service/link/fields.ts'

/** The fields that distinguish the links of a campaign, shown together as one column. */
export const sourceMediumNames = trackingNames.filter((name) => name !== 'campaign')

function trackingColumn<N extends TrackingName>(name: N) {
  return {
    kind: 'textOrNull',
    facet: name,
    filter: linkFields[`tracking_${name}`].label,
    words: { column: name, prefixes: [name] },
    imported: [`utm${name}`, name, `tracking${name}`],
  } as const
}

/** The library's columns of the tracking fields. A medium has no sort order, because it has only a few distinct values. */
export const trackingColumns = {
  campaign: { ...trackingColumn('campaign'), sorts: { campaign: linkFields.tracking_campaign.label } },
  source: { ...trackingColumn('source'), sorts: { source: linkFields.tracking_source.label } },
  medium: trackingColumn('medium'),
} satisfies Record<TrackingName, object>
