import { useDebouncedValue } from '@mantine/hooks'
import { useFormStore, useSettledForm } from '../../link/FormContext.tsx'
import { useRules } from '../../link/FormChecks.tsx'
import { toRequest, toRules } from '../../link/form.ts'
import { listAddresses } from '../../../contract/app/values/addressTracking.ts'
import { unassignedText } from '../../../contract/app/channels/words.ts'
import { useChannels } from '../channels/useChannels.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { QuietText } from '../../ui/variants.ts'

/** Delay after the last keystroke before the channel is shown, in milliseconds. */
const pauseMs = 300

/**
 * Shows the Google Analytics channel that the link's visits count towards. A link without a channel gets a warning with
 * the closest medium that has one, but not while its tracking is being filled in (`busy`).
 */
export function TrackingChannel({ busy }: { busy: boolean }) {
  // A warning that appears on blur would move the button that is being clicked.
  const [isBusy] = useDebouncedValue(busy, pauseMs)
  const store = useFormStore()
  const values = useSettledForm(pauseMs)
  const channels = useChannels()
  const rules = useRules()
  const { tracking } = toRules(values)
  const addresses = listAddresses(toRequest(values))
  const channel = channels.channelOfLink(addresses, tracking)
  if (channel === null) return null
  if (channel !== channels.unassigned || (isBusy && values.medium === ''))
    return <QuietText>In Google Analytics: {channel}</QuietText>
  const nearest = channels.nearestForLink(
    addresses,
    tracking,
    rules ? (candidates) => rules.mediums(values, candidates) : undefined,
  )
  return (
    <QuietText component="div">
      <FieldWarning
        text={`${unassignedText(values.medium)} ${channels.tableDatesText()}`}
        fix={
          nearest && {
            label: `Use “${nearest.medium}” (${nearest.channel})`,
            value: nearest.medium,
          }
        }
        apply={(medium) => store.set({ medium })}
      />
    </QuietText>
  )
}
