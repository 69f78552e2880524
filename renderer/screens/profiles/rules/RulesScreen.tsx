import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { useCount } from '../../../api/counts.ts'
import { useRulesDraft } from '../../../api/rulesDraft.ts'
import { useCall } from '../../../api/useCall.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { ProfilePage } from '../../../session/ProfilePage.tsx'
import { RulesEditor, type RulesEditorProps } from './RulesEditor.tsx'
import { SharedRules } from './shared/SharedRules.tsx'
import { SmallButton } from '../../../ui/variants.ts'

/** Refetch interval in milliseconds: a followed service or another window may change the rules while they are shown. */
const refetchInterval = 2_000

/** Edits a profile's rules for tracking values, and shares them. */
export function RulesScreen({ profile }: { profile: SavedProfile }) {
  const { data, error } = useCall('rules.get', { profileId: profile.id }, { refetchInterval })
  const path = `/profiles/${profile.id}`
  return (
    <ProfilePage profile={profile} title={`Tracking rules of ${profile.name}`} parent="Profile" href={path}>
      <Text inherit maw="var(--measure)" c="dimmed">
        Every new link of this profile follows these rules: in Create, in Bulk and when a link is promoted.
        Existing links don’t change. <Link href={`${path}/report`}>Check a Google Analytics report</Link> to
        find values that break them.
      </Text>
      {error && <ProblemView problem={error.problem} />}
      {!data && !error && <Loading label="Loading the rules" />}
      {data?.rules === null && (
        <Callout tone="warn" title="These rules can’t be read" role="status">
          A newer version of Linkwright saved these rules. This version can’t show or apply them, and leaves
          them as they are.
        </Callout>
      )}
      {data?.rules && <Rules key={profile.id} profileId={profile.id} saved={data.rules} />}
    </ProfilePage>
  )
}

/** Says that the service offers changes, which are shown below the rules. */
function OfferedChanges({ profileId }: { profileId: string }) {
  const { data } = useCall('sharing.service', { profileId }, { refetchInterval })
  const offered = data?.changes.filter(({ isOffered }) => isOffered).length ?? 0
  if (offered === 0) return null
  const review = () => document.getElementById('shared-rules-heading')?.scrollIntoView()
  return (
    <Callout
      tone="warn"
      role="status"
      title={`The service has ${formatCount(offered, 'change', 'changes')} for you.`}
      actions={<SmallButton onClick={review}>Review</SmallButton>}
    />
  )
}

/** Shows the rules first. Sharing them is at the end. */
function Rules({ profileId, saved }: Omit<RulesEditorProps, 'draft'>) {
  return (
    <>
      <OfferedChanges profileId={profileId} />
      <BrokenLinks key={JSON.stringify(saved)} profileId={profileId} />
      <Editor profileId={profileId} saved={saved} />
      <SharedRules profileId={profileId} />
    </>
  )
}

/** Shows the editor with the edits that were kept. */
function Editor(props: Omit<RulesEditorProps, 'draft'>) {
  const draft = useRulesDraft(props.profileId)
  return draft === undefined ? (
    <Loading label="Loading the rules" />
  ) : (
    <RulesEditor {...props} draft={draft} />
  )
}

/** Shows how many links break the saved rules, with a way to see them. */
function BrokenLinks({ profileId }: { profileId: string }) {
  const { data } = useCount({ ...emptyView, profileId, breaksRules: true })
  if (!data || data.total === 0) return null
  const count = formatCount(data.total, 'link', 'links')
  return (
    <Text inherit maw="var(--measure)" c="dimmed" role="status">
      {data.atLeast ? `At least ${count}` : count} of this profile {data.total === 1 ? 'breaks' : 'break'} the
      saved rules. <Link href={`/links?profile=${profileId}&breaksrules=yes`}>Show in Links</Link>
    </Text>
  )
}
