import { Stack, Text } from '@mantine/core'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { Fold } from '../../ui/Fold.tsx'

/** Says who can do what Linkwright can't do with a link of a profile. Renders nothing if there is nothing of that kind. */
export function ServiceSide({ profile }: { profile: SavedProfile }) {
  const { name, baseUrl, defaults, reportsVisits, canChangeLinks } = profile
  if (reportsVisits && canChangeLinks) return null
  const host = URL.parse(baseUrl)?.host ?? baseUrl
  return (
    <Fold title={getTitle(profile)}>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        Only whoever runs the service at {host} can do this. Ask them, or the person who gave you the project
        key for {name}.
      </Text>
      <Stack component="ul" gap={6} fz="sm">
        {!reportsVisits && (
          <li>
            <strong>Visits.</strong> This service doesn’t report visits to Linkwright.
            {defaults === 'ours' &&
              ' It adds the link’s tracking to web addresses, so the analytics of your website can count them.'}
          </li>
        )}
        {!canChangeLinks && (
          <li>
            <strong>Editing.</strong> This service doesn’t let Linkwright change links or switch them off.
            Duplicate the link, edit the copy, and share that instead.
          </li>
        )}
      </Stack>
    </Fold>
  )
}

function getTitle({ reportsVisits, canChangeLinks }: SavedProfile): string {
  if (canChangeLinks) return 'Visits'
  return reportsVisits ? 'Edit or switch off' : 'Visits, editing and switching off'
}
