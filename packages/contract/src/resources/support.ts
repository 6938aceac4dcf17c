import { limits } from '../limits.ts';
import { Text, TextList } from '../text.ts';
import { Type } from 'typebox';

/** The hosts that a node or a version declares to support. */
export const supported = {
  supported_accelerators: Type.Optional(
    TextList(limits.listItemsMax, 'Accelerator backends the node supports'),
  ),
  supported_app_frontend_version: Type.Optional(
    Text(limits.nameCharsMax, 'Supported versions of the host application frontend'),
  ),
  supported_app_version: Type.Optional(
    Text(limits.nameCharsMax, 'Supported versions of the host application'),
  ),
  supported_os: Type.Optional(TextList(limits.listItemsMax, 'Operating systems supported')),
};
