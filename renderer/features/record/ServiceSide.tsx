import { Box, Stack, Text } from '@mantine/core'
import { useSession } from '../../session/Session.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { CopyableCode } from '../../ui/CopyableCode.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { describeServiceSide } from './operatorCommands.ts'

/** Explains where to do what Linkwright itself can't do with a link. */
export function ServiceSide({ profile, link }: { profile: SavedProfile; link: string }) {
  const { state } = useSession()
  const { who, switchOff, commands } = describeServiceSide(profile, link, state.dataFolder)
  return (
    <Fold title={getTitle(profile)}>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {who}
      </Text>
      <Stack component="ul" gap={6} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {!profile.reportsVisits && (
          <li>
            <strong>Visits.</strong>{' '}
            {profile.defaults === 'ours'
              ? 'This service doesn’t report visits to Linkwright. It adds the link’s tracking to web addresses, so the analytics of your website can count them.'
              : 'This service doesn’t report visits to Linkwright.'}
          </li>
        )}
        {!profile.canChangeLinks && (
          <li>
            <strong>Editing.</strong> This service doesn’t let Linkwright change links. Duplicate the link,
            edit the copy, and share that instead.
          </li>
        )}
        <li>
          <strong>Switching off.</strong> {switchOff}
        </li>
      </Stack>
      {commands.map(({ does, command }) => (
        <Box key={does} w="100%">
          <Text c="dimmed" fz="sm">
            {does}
          </Text>
          <CopyableCode text={command} label={does} copyLabel={`Copy the command: ${does}`} />
        </Box>
      ))}
    </Fold>
  )
}

function getTitle({ reportsVisits, canChangeLinks }: SavedProfile): string {
  if (canChangeLinks) return reportsVisits ? 'Operator commands' : 'Visits and operator commands'
  return reportsVisits ? 'Edit or switch off' : 'Visits, editing and switching off'
}
