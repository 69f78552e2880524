import { Box, Group, Menu, Select, Stack } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fieldsOf, namesOf } from '../../../../contract/service/link/fields.ts'
import { isParameter, parametersOf } from '../../../../contract/service/link/parameters.ts'
import { scopeChoices } from '../../../../contract/app/values/requestParameters.ts'
import { rowFieldNames, type Mapping, type RowField } from '../../../../contract/app/runs/mapping/mapping.ts'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { fieldGroups } from './fieldChoices.ts'
import { PresetBase } from './PresetBase.tsx'
import { TemplateField } from './TemplateField.tsx'
import { QuietText } from '../../../ui/variants.ts'

interface TemplateFieldsProps {
  header: readonly string[]
  mapping: Mapping
  change: (mapping: Mapping) => void
}

/** Whether rows have parameters, and can have addresses of their own for phones. */
function hasScope({ columns, template }: Mapping): boolean {
  const fields = [...columns.map((use) => (use.to === 'field' ? use.field : '')), ...namesOf(template)]
  return fields.some(isParameter) && fieldsOf('appTarget').some((field) => fields.includes(field))
}

/** Edits the fields of links whose row doesn't set them. Their text can contain cells of the row. */
export function TemplateFields({ header, mapping, change }: TemplateFieldsProps) {
  const { template } = mapping
  const [added, setAdded] = useState<RowField | null>(null)
  const fields = [...rowFieldNames, ...parametersOf(template)].filter(
    (field) => template[field] !== undefined,
  )
  const write = (field: RowField, text: string) =>
    change({ ...mapping, template: { ...template, [field]: text } })
  const add = (field: RowField) => {
    setAdded(field)
    write(field, '')
  }
  const without = (field: RowField) => {
    const rest = { ...template }
    Reflect.deleteProperty(rest, field)
    change({ ...mapping, template: rest })
  }
  return (
    <Stack component="section" gap={10} maw="var(--measure)" aria-labelledby="bulk-template">
      <Group gap="xs">
        <Box component="h3" id="bulk-template" flex={1}>
          The same for every link
        </Box>
        <PresetBase
          fill={(base, parameterScope) =>
            change({ ...mapping, template: { ...template, ...base }, parameterScope })
          }
        />
        <AddField template={template} add={add} />
      </Group>
      <QuietText>
        A value in the table replaces these texts. Insert a column to make each link different:{' '}
        <code>{`Summer sale on {{${header[0] ?? 'Channel'}}}`}</code>
      </QuietText>
      {fields.map((field) => (
        <TemplateField
          key={field}
          field={field}
          isNew={field === added}
          text={template[field] ?? ''}
          header={header}
          write={(text) => write(field, text)}
          remove={() => without(field)}
        />
      ))}
      {hasScope(mapping) && (
        <Select
          label="Parameters are written into"
          maw={320}
          data={scopeChoices}
          value={mapping.parameterScope ?? 'all'}
          onChange={(chosen) => chosen !== null && change({ ...mapping, parameterScope: chosen })}
        />
      )}
    </Stack>
  )
}

interface AddFieldProps {
  template: Mapping['template']
  add: (field: RowField) => void
}

/** Offers the fields that the template doesn't have yet. */
function AddField({ template, add }: AddFieldProps) {
  const { listed, labelOf } = useListedParameters()
  const others = listed.map(({ field }) => field)
  return (
    <ActionMenu label="Add a field" icon={Plus} size="xs" isLong returnFocus={false}>
      {fieldGroups((field) => template[field] === undefined, others, labelOf).map(({ group, items }) => (
        <div key={group} role="group" aria-label={group}>
          <Menu.Label>{group}</Menu.Label>
          {items.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => add(value.replace('field ', '') as RowField)}>
              {label}
            </Menu.Item>
          ))}
        </div>
      ))}
    </ActionMenu>
  )
}
