import { Group, Stack } from '@mantine/core'
import type { AppLinkReport } from '../../../contract/app/calls/app/appLinks.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { entitlement, intentFilter } from './appClaims.ts'
import { olderAndroidNote, shownApps } from './appWords.ts'

type Setup = NonNullable<AppLinkReport['setup']>
type Manifest = NonNullable<Setup['manifests']>[number]

/**
 * Shows the settings that the app's developers need for a checked domain, ready to copy. Renders nothing if no file
 * names an app.
 */
export function AppSetup({ setup: { domain, appIds, manifests } }: { setup: Setup }) {
  if (appIds === null && manifests === null) return null
  return (
    <Fold title="For your app’s developers">
      <Stack gap="md" w="100%" fz="xs" style={{ overflowWrap: 'anywhere' }}>
        {appIds ? (
          <Claim
            text={entitlement(domain)}
            label="Copy entitlement"
            about={`In the .entitlements file of ${shownApps(appIds)}`}
          />
        ) : (
          <p>iPhone and iPad: the domain’s file doesn’t list an app yet.</p>
        )}
        {manifests ? (
          manifests.map((manifest, index) => <Filter key={index} domain={domain} manifest={manifest} />)
        ) : (
          <p>Android: the domain’s file doesn’t list an app yet.</p>
        )}
      </Stack>
    </Fold>
  )
}

function Filter({ domain, manifest }: { domain: string; manifest: Manifest }) {
  const { apps, pathPatterns, hasRules } = manifest
  const names = apps.map(
    ({ packageName, fingerprints }) =>
      `${packageName} (${fingerprints} ${fingerprints === 1 ? 'fingerprint' : 'fingerprints'} in the file)`,
  )
  return (
    <Claim
      text={intentFilter(domain, pathPatterns)}
      label="Copy intent filter"
      about={`In the activity in the AndroidManifest.xml of ${shownApps(names)}`}
      note={hasRules ? olderAndroidNote : undefined}
    />
  )
}

interface ClaimProps {
  about: string
  text: string
  label: string
  note?: string | undefined
}

function Claim({ about, text, label, note }: ClaimProps) {
  return (
    <Stack gap="xs">
      <p>{about}:</p>
      <Code text={text} label={about} />
      {note !== undefined && <p>{note}</p>}
      <Group>
        <CopyButton text={text} label={label} size="xs" variant="default" />
      </Group>
    </Stack>
  )
}
