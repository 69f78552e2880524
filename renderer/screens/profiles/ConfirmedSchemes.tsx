import { Button, Group, ScrollArea, Stack } from '@mantine/core'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

/** Lists the schemes that the user confirmed for a profile (decision 28). Renders nothing if there are none. */
export function ConfirmedSchemes({ profile: { id } }: { profile: SavedProfile }) {
  const { data } = useCall('profiles.schemes', { id })
  const withdraw = useCallMutation('profiles.confirmSchemes')
  const schemes = data?.schemes ?? []
  if (schemes.length === 0) return null
  return (
    <PanelPart title="Confirmed destinations">
      <PanelText>
        Links of this profile may lead to addresses of these kinds without a question. They open an app or a
        program on the visitor’s device.
      </PanelText>
      {/* A profile can have many. */}
      <ScrollArea.Autosize mah="30vh">
        <Stack component="ul" gap="xs">
          {schemes.map((scheme) => (
            <Group key={scheme} component="li" gap="sm" justify="space-between" wrap="nowrap">
              <code>{scheme}</code>
              <Button
                variant="default"
                size="compact-xs"
                aria-label={`Ask again before links lead to ${scheme}`}
                onClick={() => withdraw.mutate({ id, schemes: [scheme], isWithdrawn: true })}
              >
                Ask again
              </Button>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {withdraw.error && <ProblemView problem={withdraw.error.problem} />}
    </PanelPart>
  )
}
