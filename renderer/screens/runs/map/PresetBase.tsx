import { Menu } from '@mantine/core'
import { Bookmark } from 'lucide-react'
import type { Mapping } from '../../../../contract/app/runs/mapping/mapping.ts'
import { pick } from '../../../../contract/service/link/fields.ts'
import { parametersOf } from '../../../../contract/service/link/parameters.ts'
import { templateFromRequest } from '../../../../contract/app/runs/template/template.ts'
import { usePresets } from '../../../api/presets.ts'
import { parsePreset, summarizePreset } from '../../../features/presets/preset.ts'
import { blankForm, toRequest } from '../../../link/form.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { QuietText } from '../../../ui/variants.ts'

interface PresetBaseProps {
  fill: (template: Mapping['template'], scope: Mapping['parameterScope']) => void
}

/** Fills the template from a preset. */
export function PresetBase({ fill }: PresetBaseProps) {
  const presets = usePresets().data?.presets ?? []
  if (presets.length === 0) return null
  return (
    <ActionMenu label="Use a preset" icon={Bookmark} size="xs" width={280} isLong>
      {presets.map(({ id, name, form }) => {
        const preset = parsePreset(form) ?? {}
        return (
          <Menu.Item
            key={id}
            onClick={() =>
              fill(
                {
                  ...templateFromRequest(toRequest({ ...blankForm, ...preset })),
                  ...pick(preset, parametersOf(preset)),
                },
                preset.parameterScope,
              )
            }
          >
            {name}
            <QuietText span display="block" fz="xs">
              {summarizePreset(preset)}
            </QuietText>
          </Menu.Item>
        )
      })}
    </ActionMenu>
  )
}
