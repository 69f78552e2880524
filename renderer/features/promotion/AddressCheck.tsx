import { Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { listAddresses } from '../../../contract/app/values/addressTracking.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { getRuleFieldValues } from '../../../contract/app/rules/request.ts'
import { findRequestWarnings } from '../../link/requestWarnings.ts'
import { useFormRules } from '../../link/useFormRules.ts'
import { Callout } from '../../ui/Callout.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'

interface AddressCheckProps {
  request: GenerateRequest
  profileId: string
  /** `null` while the request is being sent. */
  fix: ((request: GenerateRequest) => void) | null
  change: () => void
}

/** Shows the form's warnings, with its fixes, before visitors see the link. */
export function AddressCheck({ request, profileId, fix, change }: AddressCheckProps) {
  const rules = useFormRules(profileId)
  const tracking = getRuleFieldValues(request)
  const broken = new Set(
    listAddresses(request).flatMap((url) => rules?.address(url, tracking).warnings ?? []),
  )
  const warnings = findRequestWarnings(request)
  if (warnings.length + broken.size === 0) return null
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      title="Check this link"
      actions={
        <Button size="xs" variant="default" onClick={change}>
          Change it in the form
        </Button>
      }
    >
      {warnings.map((warning) => (
        <p key={warning.text}>
          <FieldWarning
            text={warning.text}
            fix={warning.fix && fix && { label: warning.fix.label, apply: applyFix(warning.fix, fix) }}
          />
        </p>
      ))}
      {[...broken].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Callout>
  )
}

function applyFix(offer: { request: GenerateRequest }, fix: (request: GenerateRequest) => void) {
  return () => fix(offer.request)
}
