import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import { useRulesDraft } from '../../api/rulesDraft.ts'
import { useCall } from '../../api/useCall.ts'
import { ruleFieldLabel } from '../../../contract/service/rules/ruleFields.ts'
import { namesWithRules } from '../../../contract/service/rules/trackingRules.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Shows which fields of a profile's links have rules, and opens their editor. */
export function RulesPanel({ profile }: { profile: SavedProfile }) {
  const { data } = useCall('rules.get', { profileId: profile.id })
  const isEdited = Boolean(useRulesDraft(profile.id))
  const rules = data?.rules
  // `null` while loading, or if a newer version saved the rules.
  const names = rules ? namesWithRules(rules).map((name) => ruleFieldLabel(name, rules[name]?.label)) : null
  return (
    <PanelPart title="Tracking rules">
      <PanelText>
        {names === null || names.length === 0
          ? 'Decide which campaigns, sources, mediums and tags new links may have.'
          : `There are rules for ${new Intl.ListFormat('en').format(names.map((name) => name.toLowerCase()))}.`}
        {isEdited && ' Your latest changes aren’t saved yet.'}
      </PanelText>
      <SmallButton
        component={Link}
        href={`/profiles/${profile.id}/rules`}
        leftSection={<ListChecks size={14} />}
      >
        {names?.length === 0 ? 'Add rules' : 'Edit rules'}
      </SmallButton>
    </PanelPart>
  )
}
