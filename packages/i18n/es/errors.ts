import type { ErrorSentences } from '../en/errors.ts';

export const errors: ErrorSentences = {
  file_too_large:
    'El archivo supera los {megabytes, select, none {50} other {{megabytes, number}}} MB. Suba un archivo más pequeño.',
  file_missing:
    'No se ha enviado ningún archivo. Envíe un PDF como parte «file» de una petición multipart/form-data.',
  not_a_pdf:
    '{member, select, none {El archivo} other {{member}: el archivo}} {size, select, 0 {está vacío} other {no es un PDF}}. Suba un documento PDF.',
  password_required:
    '{member, select, none {El PDF} other {{member}: el PDF}} necesita una contraseña para abrirse. Quite la contraseña y vuelva a subir el archivo.',
  locked:
    '{member, select, none {El PDF} other {{member}: el PDF}} está protegido contra cambios. Quite la protección y vuelva a subir el archivo.',
  damaged:
    '{member, select, none {El PDF} other {{member}: el PDF}} está dañado{reference, select, none {} other { (referencia {reference})}} y no se puede leer. Expórtelo o imprímalo a un PDF nuevo y suba ese archivo.',
  no_pages:
    '{member, select, none {El PDF} other {{member}: el PDF}} no tiene páginas. Suba un PDF con al menos una página.',
  xfa_not_supported:
    '{member, select, none {El PDF} other {{member}: el PDF}} es un formulario XFA dinámico que solo algunas aplicaciones pueden mostrar. Imprímalo a un PDF normal y suba ese archivo.',
  too_complex:
    '{member, select, none {El PDF} other {{member}: el PDF}} es demasiado complejo para procesarlo con seguridad. Expórtelo o imprímalo a un PDF más sencillo y suba ese archivo.',
  file_not_processable:
    '{member, select, none {El PDF} other {{member}: el PDF}} hace fallar nuestro software de PDF y no se puede usar. Imprímalo a un PDF nuevo y suba ese archivo.',
  inputs_too_large:
    'Los archivos superan juntos los {megabytes, select, none {50} other {{megabytes, number}}} MB. Combine menos archivos o más pequeños.',
  box_outside_page:
    'El recuadro {member, select, none {} other {{member} }}no cabe por completo en la página {page} (contando desde 0), que mide {width} x {height} puntos. Mueva el recuadro o redúzcalo.',
  page_out_of_range:
    '{member, select, none {El documento} other {{member}: el documento}} no tiene página {page} (contando desde 0). {pages, select, none {Elija una página del documento.} 1 {Tiene una página, la número 0.} other {Tiene {pages} páginas, numeradas desde 0.}}',
  too_many_boxes:
    '{member, select, none {El documento} other {{member}: el documento}} tiene demasiados recuadros adicionales. Puede tener {of, select, boxes {{max, number} en sus páginas, donde «all» significa uno en cada página} other {{max} entradas en furtherBoxes}}. Quite algunos.',
  signature_box_required:
    '{member, select, none {Un recuadro de firma} other {{member}}} es obligatorio cuando la firma se coloca en una página existente. Indique page, x e y, o elija la colocación «new_page».',
  initials_not_supported:
    '{member, select, none {Una firma} other {{member}: una firma}} del tipo «{signatureType}» no lleva iniciales. Elija «signature» para el recuadro, o el tipo de firma «digital_ink».',
  initials_required:
    'El documento tiene recuadros para sus iniciales. Dibújelas o escríbalas, o elija una imagen, y vuelva a firmar.',
  initials_not_asked: 'El documento no tiene recuadros para sus iniciales. Omita «initials».',
  unknown_field:
    'El documento no tiene ningún campo de formulario llamado «{field}». {nearest, select, none {} other {El nombre más parecido es «{nearest}». }}Use un nombre de la lista de campos del archivo.',
  field_name_taken:
    'El campo de formulario «{field}» no se puede crear, porque el documento tiene un campo llamado «{taken}». Elija otro nombre.',
  field_name_invalid:
    'El campo de formulario «{field}» no se puede crear, porque una parte de su nombre está vacía o tiene un carácter que no se puede guardar, o porque tiene más de 50 partes. Los puntos separan las partes de un nombre; dé al menos una letra o cifra a cada una.',
  field_has_another_owner:
    'El campo de formulario «{field}» ya pertenece a otro firmante. Indíquelo para un solo firmante.',
  anchor_not_found:
    'El texto «{text}»{occurrence, select, none {} 1 {} other { (número {occurrence})}} no se encontró en ninguna página{member, select, none {} other {, y {member} lo necesita}}. Tiene que ser un texto visible, con las mismas mayúsculas y minúsculas. Corrija el texto o indique page, x e y.',
  field_not_editable: 'El campo de formulario «{field}» no se puede rellenar. Omítalo.',
  option_not_offered:
    '{option, select, none {El valor} other {«{option}»}} no es una de las opciones del campo de formulario «{field}». {options, select, none {Elija una opción que ofrezca el campo.} other {Elija una de estas: {options}{more, select, none {} other { (y {more} más)}}.}}',
  value_too_long:
    'El valor del campo de formulario «{field}» es demasiado largo{limit, select, none {} other {: como máximo {limit} {unit, select, lines {líneas} other {caracteres}}}}. Acórtelo.',
  value_format_invalid:
    'El valor del campo de formulario «{field}» no es {format, select, date {un día como {example}. Escríbalo así} email_address {una dirección de correo electrónico. Use una dirección como anna@example.com} swedish_mobile_number {un número de móvil sueco. Use un número como 070-123 45 67} other {del formato que pide el campo. Corríjalo}}.',
  too_many_values:
    'El campo de formulario «{field}» {limit, select, none {solo admite un valor. Envíe un único valor.} 1 {solo admite un valor. Envíe un único valor.} other {tiene espacio para {limit} opciones elegidas. Elija menos.}}',
  empty_value:
    'El valor del campo de formulario «{field}» está vacío. Omita el campo o envíe [] para borrarlo.',
  required_field_empty:
    'El campo de formulario «{label, select, none {{field}} other {{label}}}» es obligatorio. Rellénelo.',
  trigger_not_completed:
    'El campo de formulario «{label, select, none {{field}} other {{label}}}» se rellena con una comprobación (como un escaneo de identidad o un código de un solo uso) que no se ha hecho. Haga la comprobación antes de firmar; si no se ofrece, póngase en contacto con el remitente.',
  field_of_another_signee:
    'El campo de formulario «{field}» lo tiene que rellenar {owner, select, none {otro firmante} other {{owner}}}. Omítalo.',
  text_not_drawable:
    '{field, select, none {{member, select, none {{annotation, select, none {Un texto} other {Una anotación ({annotation}) de la página {page}}}} other {El texto de {member}}}} other {El texto del campo de formulario «{field}»}} contiene caracteres que no se pueden mostrar{character, select, none {} other { («{character}»)}}. Use otros caracteres.',
  image_not_readable: `{reason, select,
    format {La imagen de {ink, select, initials {las iniciales} other {la firma}} debe ser PNG o JPEG. Dibuje {ink, select, initials {las iniciales} other {la firma}} de nuevo o elija otra imagen.}
    pixels {La imagen de {ink, select, initials {las iniciales} other {la firma}} es demasiado grande: como máximo {side} píxeles por lado y {pixels} en total. Elija una menor.}
    empty {No hay nada en la imagen de {ink, select, initials {las iniciales} other {la firma}}. Dibuje {ink, select, initials {las iniciales} other {la firma}}.}
    other {No se puede leer la imagen de {ink, select, initials {las iniciales} other {la firma}}. Dibuje {ink, select, initials {las iniciales} other {la firma}} de nuevo.}}`,
  invalid_request: `{rule, select,
    required {{member} es obligatorio.}
    text {{member} debe ser un texto.}
    boolean {{member} debe ser true o false.}
    list {{member} debe ser una lista.}
    object {{member} debe ser un objeto.}
    text_or_list {{member} debe ser un texto o una lista de textos.}
    length {{max, select, none {{member} no puede estar vacío.} other {{member} debe tener {min, select, none {como máximo } 0 {como máximo } other {de {min} a }}{max} caracteres.}}}
    count {{max, select, none {{member} no puede estar vacío.} other {{member} debe tener {min, select, none {como máximo } 0 {como máximo } other {de {min} a }}{max} elementos.}}}
    range {{member} debe ser un número{max, select, none {{min, select, none {} other {, como mínimo {min}}}} other {{min, select, none {, como máximo {max}} other { de {min} a {max}}}}}.}
    whole_number {{member} debe ser un número entero{max, select, none {{min, select, none {} other {, como mínimo {min}}}} other {{min, select, none {, como máximo {max}} other { de {min} a {max}}}}}{or, select, none {} other { o «{or}»}}.}
    choice {{member} debe ser uno de estos valores: {allowed}.}
    characters {{member} contiene {character, select, none {un carácter} other {{character}, un carácter}} que no se ve o que cambia cómo se muestra el texto que lo rodea. Elimínelo.}
    email {{member} no es una dirección de correo. Use una dirección como ana@example.com.}
    color {{member} debe ser un color como #1b5fae sobre el que se lea texto blanco. Elija uno más oscuro.}
    currency_not_taken {{member} es una moneda en la que el proveedor de pagos no acepta pagos. Use otra.}
    multiple {{member} debe ser múltiplo de {multipleOf}: el proveedor de pagos no acepta unidades menores de esta moneda.}
    currency {{member} no es un código de moneda en minúsculas. Use un código como eur.}
    phone {{member} no es un número de teléfono con prefijo de país. Use un número como +34612345678.}
    organisation_number {{member} no es un número de organización sueco. Use diez cifras, como 556123-4567.}
    uuid {{member} no es un identificador. Use uno de una respuesta anterior, como 123e4567-e89b-42d3-a456-426614174000.}
    url {{member} no es una dirección web. Use una dirección como https://example.com/path.}
    timestamp {{member} no es una fecha con hora. Use ISO 8601 en UTC, como 2026-01-31T12:00:00Z.}
    future {{member} debe ser posterior a ahora y, como máximo, dentro de {max, number} días.}
    base64 {{member} no es base64 válido. Codifique los bytes en base64, sin saltos de línea.}
    repeated {{member} aparece más de una vez. Envíelo una sola vez.}
    not_in_account {{member} no es un usuario de su cuenta.}
    unknown {{member} no se conoce. Búsquelo en la lista.}
    field_type {{member} no corresponde a un campo del tipo {type}. Omítalo o elija otro tipo.}
    form_fields {Los firmantes tienen demasiados campos de formulario en conjunto: como máximo {max, number} en un documento. Quite algunos.}
    consent {Debe aceptar la firma electrónica antes de firmar.}
    size {{member} es demasiado grande: como máximo {max, number} bytes.}
    either {Envíe {member} o {other_member}, pero no ambos.}
    guessable {{member} es demasiado fácil de adivinar. Elija una más larga, de varias palabras, sin su dirección de correo.}
    redirect_uri {{member} debe ser una dirección https absoluta sin fragmento.}
    redirect_url {{member} debe ser una dirección https sin espacios, usuario ni contraseña. Use una dirección como https://example.com/gracias.}
    credentials_in_body {{member} no debe estar en el cuerpo. Envíe las credenciales de un cliente confidencial solo en la cabecera «Authorization: Basic».}
    invalid {{member} no es válido. Corríjalo.}
    body_missing {La petición no tiene cuerpo. Envíe un objeto JSON.}
    body_object {El cuerpo debe ser un objeto JSON.}
    body_array {El cuerpo debe ser una lista JSON.}
    body_size {El cuerpo es demasiado grande: como máximo {max, number} bytes.}
    body_incomplete {El cuerpo no tiene la longitud que indica la petición. Envíe la petición de nuevo.}
    body_complexity {El cuerpo tiene demasiados valores: como máximo {values, number} en total, {members, number} en un objeto, {levels} niveles.}
    json {El cuerpo no es JSON válido. Revise las comillas, las comas y los corchetes.}
    json_content_type {El cuerpo debe ser JSON. Envíelo con la cabecera «Content-Type: application/json».}
    form_content_type {El cuerpo debe ser un formulario. Envíelo con la cabecera «Content-Type: application/x-www-form-urlencoded».}
    json_encoding {El cuerpo no es texto UTF-8. Codifique el JSON en UTF-8.}
    multipart {El cuerpo multipart/form-data está incompleto o mal formado. Envíe la petición de nuevo.}
    multipart_parts {El cuerpo multipart/form-data tiene demasiadas partes. Envíe solo las partes que admite la operación.}
    multipart_boundary {El delimitador del cuerpo multipart/form-data es demasiado largo. Use 70 caracteres como máximo.}
    content_encoding {El cuerpo está comprimido, lo que no se admite. Envíelo sin Content-Encoding.}
    headers_size {Las cabeceras de la solicitud son demasiado grandes. Envíe menos cabeceras o más cortas.}
    http {Esto no es una solicitud HTTP válida. Compruebe el método, la dirección, las cabeceras y la longitud del cuerpo.}
    address {La dirección de la petición no es válida. Revise su longitud y su codificación por porcentaje.}
    other {La petición no es válida. Consulte en «details» lo que hay que corregir.}}`,
  contact_required:
    '{other_member, select, none {{member, select, none {Un firmante necesita una dirección de correo o un número de teléfono para recibir la invitación.} emailAddress {Se necesita emailAddress para enviar el mensaje. Envíelo.} other {{member} necesita una dirección de correo o un número de teléfono para recibir la invitación.}}} other {Se necesita {member} o {other_member} para enviar el mensaje. Envíe uno de ellos.}}',
  signature_type_not_supported:
    'El tipo de firma «{signatureType}» todavía no está disponible en este servicio. Use «digital_ink».',
  capability_missing:
    'Su cuenta no tiene la función «{capability}»{member, select, none {} other { que requiere {member}}}. Solicítela al administrador del servicio.',
  webhook_url_not_allowed:
    'No está permitido llamar a la dirección del webhook. Use una dirección https accesible desde internet.',
  too_many_webhooks:
    'La cuenta tiene {max, select, none {tantos webhooks como se permiten} other {{max, number} webhooks, tantos como se permiten}}. Elimine alguno que ya no necesite.',
  file_not_found:
    '{member, select, none {No se ha encontrado el archivo} other {{member}: no se ha encontrado el archivo}}. Compruebe el fileId o vuelva a subir el archivo.',
  document_not_found: 'No se ha encontrado el documento. Compruebe el documentId.',
  waiting_not_found:
    'No hay nada pendiente con este identificador. Mientras tanto se ha entregado, sellado o detenido.',
  waiting_not_stoppable: 'Un sellado no se puede detener. Retire el documento; entonces no se sella nada.',
  waiting_is_running: 'Se está intentando en este momento. Vuelva a mirar en unos segundos.',
  delivery_not_found: 'No se encontró el envío. Compruebe el deliveryId; los envíos antiguos se eliminan.',
  webhook_not_found: 'No se ha encontrado el webhook. Compruebe el webhookId.',
  template_not_found: 'No se ha encontrado la plantilla. Compruebe el templateId.',
  link_not_found:
    'Este enlace de firma no funciona. Puede estar incompleto o haber sido sustituido: abra el enlace del mensaje más reciente.',
  assistant_not_found:
    'Este documento no tiene asistente, o el asistente aún lo está leyendo. Lea el propio documento.',
  download_not_found: 'Este enlace de descarga ha caducado o ya se ha usado. Solicite uno nuevo.',
  not_yours: 'Esto pertenece a un colega que no lo ha compartido. Pida al propietario que lo comparta.',
  page_required:
    'Solo las páginas de este servicio pueden enviar esta solicitud. Las aplicaciones usan tokens de acceso: obtenga uno con POST /v1/auth/token.',
  route_not_found: 'No hay nada en esta dirección. Compruebe el método y la ruta.',
  idempotency_key_reused:
    'Otra solicitud tuvo esta Idempotency-Key en las últimas 24 horas. Use una clave nueva para una solicitud nueva.',
  idempotency_outcome_unknown:
    'La solicitud con esta Idempotency-Key se llevó a cabo, pero su respuesta se perdió. Compruebe qué creó antes de enviarla de nuevo con otra clave.',
  idempotency_in_progress:
    'La primera solicitud con esta Idempotency-Key todavía está en curso. Vuelva a intentarlo pasados los segundos de Retry-After.',
  range_not_satisfiable:
    'El intervalo solicitado está fuera del archivo. Solicite uno dentro de su longitud o el archivo entero.',
  document_not_completed: 'El documento aún no está completo. Inténtelo de nuevo cuando todos hayan firmado.',
  document_not_signable:
    '{asker, select, sender {El documento no está a la espera de firmas} other {El documento no se puede firmar}}{status, select, revoked {: se ha retirado} expired {: el plazo para firmarlo ha terminado} awaiting_signatures {: todos han firmado} completed {: ya está completo} created {: todavía se está preparando} processing {: todavía se está preparando} error {: su preparación ha fallado} other {}}.{asker, select, sender {{status, select, created { Inténtelo de nuevo cuando esté preparado.} processing { Inténtelo de nuevo cuando esté preparado.} other { Duplíquelo para volver a pedir firmas.}}} other {}}',
  identification_outdated:
    'Lo que ha rellenado, o el documento, cambió después de que se identificara. Identifíquese de nuevo para firmar lo que hay ahora.',
  name_differs:
    'El nombre de su documento de identidad o identificación electrónica{name, select, none {} other {, {name},}} no es el nombre al que se dirige el documento{fullName, select, none {} other {, {fullName}}}. Utilice los propios o pida al remitente que corrija el nombre.',
  document_changed:
    'El remitente ha cambiado el documento. Vuelva a cargar la página, léalo y fírmelo entonces.',
  public_link_not_found: 'El enlace público no existe o pertenece a otra cuenta.',
  public_link_disabled:
    'Este enlace público está cerrado: no se puede cambiar ni usar. Si se desactivó, es para siempre: duplíquelo para continuar con una dirección nueva.',
  visit_limit_reached:
    'Demasiadas personas están abriendo este enlace en este momento, o usted lo ha abierto demasiadas veces. Espere {seconds} segundos e inténtelo de nuevo.',
  public_link_active: 'Este enlace público está activo. Desactívelo antes de eliminarlo.',
  draft_not_found: 'El borrador no existe o pertenece a otra cuenta.',
  draft_sent:
    'El borrador ya se envió; es ahora el documento {documentId}. Duplíquelo para enviarlo de nuevo.',
  draft_expired: 'El borrador ha caducado y no se puede cambiar ni enviar. Duplíquelo para continuar.',
  draft_has_no_file: 'El borrador todavía no tiene archivo. Indique primero fileId.',
  precondition_failed:
    'Ha cambiado entretanto: If-Match indica una versión anterior. Cárguelo de nuevo y repita el cambio.',
  document_not_editable:
    'Los valores de este documento ya no se pueden cambiar: {status, select, completed {ya está completo} revoked {se ha retirado} error {su preparación ha fallado} other {alguien ya ha firmado}}. Duplíquelo para empezar de nuevo.',
  document_fully_signed:
    'Todos han firmado este documento, así que ya no se puede retirar. Acuerde con los firmantes qué lo sustituye.',
  document_not_sealable: 'Solo se puede sellar un documento que todos han firmado y que aún no está sellado.',
  document_not_deletable:
    'Solo se puede eliminar un documento completo o retirado. Retire primero el documento.',
  already_signed: 'Ya ha firmado este documento. No tiene que hacer nada más.',
  not_your_turn: 'Otras personas firman antes que usted. Recibirá un mensaje cuando sea su turno.',
  signee_not_found:
    'Nadie con este signeeId debe firmar el documento. Al corregir los datos de contacto se asigna un signeeId nuevo.',
  signee_has_signed:
    'Esta persona ya ha firmado y no tiene que hacer nada más. Indique a quienes no han firmado.',
  signee_not_in_turn: 'Todavía no le toca firmar a esta persona. Envíe un recordatorio a quienes van antes.',
  contact_not_addable:
    '{member, select, none {Un medio de contacto} other {{member}}} no se puede añadir: solo se pueden cambiar los datos que la persona ya tiene.',
  reminder_limit_reached:
    'Se han enviado demasiados recordatorios a esta persona. {seconds, select, none {Inténtelo más tarde.} other {Inténtelo de nuevo en {seconds} segundos.}}',
  contact_update_limit_reached:
    'Los datos de contacto de esta persona se han cambiado demasiadas veces. {seconds, select, none {Inténtelo más tarde.} other {Inténtelo de nuevo en {seconds} segundos.}}',
  question_limit_reached:
    'Se ha preguntado demasiadas veces al asistente por este documento. {seconds, select, none {Inténtelo más tarde.} other {Inténtelo de nuevo en {seconds} segundos.}}',
  consent_changed:
    'El texto que aceptó ha cambiado desde que se abrió la página. Vuelva a cargar la página y léalo antes de firmar.',
  verification_required:
    'Este enlace solo se abre con un código de un solo uso. Pida un código e introdúzcalo.',
  code_invalid:
    'El código no es correcto. {triesLeft, plural, =0 {Pida uno nuevo.} one {Queda # intento.} other {Quedan # intentos.}}',
  code_expired: 'El código ya no es válido. Pida uno nuevo.',
  code_cooldown:
    'Se acaba de enviar un código. Podrá enviarse otro dentro de {seconds, plural, one {# segundo} other {# segundos}}.',
  code_not_sent: 'No se pudo enviar el código. Inténtelo de nuevo en un momento.',
  proof_not_found: 'Esta comprobación no se inició en este navegador o ya se eliminó. Empiece de nuevo.',
  handover_not_found:
    'Este código ya se usó, ha caducado o la comprobación ha terminado. Muestre un código nuevo en el ordenador y escanéelo.',
  proof_not_offered:
    'Esta comprobación no se ofrece en este momento, porque la cuenta del remitente no puede usarla. Contacte con el remitente.',
  proof_over: 'Esta comprobación ha terminado. Empiece de nuevo.',
  proof_missing:
    '{kind, select, payment {Tiene que pagar antes de firmar.} other {Tiene que identificarse antes de firmar.}} Haga la comprobación que ofrece la página.',
  proof_limit_reached:
    'Se ha intentado demasiadas veces. Inténtelo de nuevo en {seconds, plural, one {# segundo} other {# segundos}}.',
  attachment_not_supported:
    'El archivo no se puede adjuntar: no es un PDF, un PNG ni un JPEG, o está dañado o protegido. Elija otro archivo.',
  attachment_infected:
    'El antivirus encontró algo en este archivo, por lo que no se guardó. Elija otro archivo.',
  attachments_too_large:
    'Los archivos adjuntos superan juntos los {megabytes, select, none {50} other {{megabytes, number}}} MB. Adjunte menos archivos o más pequeños.',
  session_required:
    'Su navegador no guarda cookies, que esta comprobación necesita. Permita las cookies de esta página y cárguela de nuevo.',
  message_not_sent: 'No se pudo enviar el mensaje a {to}. Vuelva a enviarlo allí en un momento.',
  token_missing:
    'La solicitud no tiene token de acceso. Obtenga uno con POST /v1/auth/token y envíelo en la cabecera «Authorization: Bearer».',
  token_invalid:
    'El token de acceso no es válido o ha caducado. Obtenga uno con POST /v1/auth/token; una clave de API no es un token.',
  api_key_invalid: 'La clave de API no es válida. Compruébela o cree una nueva.',
  scope_missing: 'El token de acceso no tiene el permiso «{scope}». Obtenga un token con ese permiso.',
  rate_limit_exceeded:
    'Demasiadas peticiones. Inténtelo de nuevo {seconds, select, none {más tarde} other {dentro de {seconds} segundos}}.',
  request_timeout:
    'La solicitud tardó demasiado en llegar. Envíela de nuevo, con una conexión más rápida si es posible.',
  too_many_uploads:
    'Esta cuenta tiene demasiadas subidas en curso; se permiten como máximo {limit}. Inténtelo de nuevo en unos segundos.',
  service_busy: 'El servicio está ocupado en este momento. Inténtelo de nuevo en unos segundos.',
  database_unavailable:
    'La base de datos del servicio no responde en este momento. Inténtelo de nuevo en unos segundos.',
  storage_unavailable:
    'El servicio no puede guardar ni leer archivos en este momento. Inténtelo de nuevo en unos segundos.',
  seal_unavailable:
    'No se pudo obtener lo necesario para sellar el documento (la clave, un sello de tiempo o el estado de un certificado), aunque se intentó varias veces. Se vuelve a intentar por sí solo; si no se resuelve, pregunte a quien gestiona el servicio.',
  evidence_broken:
    'El documento no se selló: el archivo guardado o el historial no es el que era cuando se firmó. Envíe el documento de nuevo.',
  internal_error:
    'Algo ha fallado por nuestra parte. Inténtelo de nuevo y póngase en contacto con nosotros si se repite.',
  // The following are errors of OAuth.
  invalid_client:
    'El cliente es desconocido o sus credenciales no son correctas. Compruebe el identificador y el secreto, o la clave de API.',
  client_unavailable:
    'El documento de metadatos del cliente no se puede leer en este momento. Inténtelo de nuevo en unos segundos.',
  invalid_grant: 'La autorización es desconocida, ha caducado o ya se ha usado. Empiece de nuevo.',
  invalid_scope: 'Ese permiso no se ofrece. Solicite «read», «write» o «read write».',
  invalid_target: 'El recurso no es una dirección de este servicio. Omítalo o envíe la dirección de la API.',
  unsupported_response_type: 'Este tipo de respuesta no se ofrece. Use «code».',
  unsupported_token_type:
    'Un cliente público solo puede revocar tokens de actualización. Envíe el token de actualización.',
  consent_not_found:
    'Esta solicitud de acceso es desconocida, ha caducado o ya se ha decidido. Vuelva a la aplicación y empiece de nuevo.',
  grant_not_found: 'No existe ese acceso. Puede que ya haya terminado.',
  client_not_found: 'No existe esa aplicación entre las que ha registrado.',
  too_many_clients: 'Ya ha registrado {max} aplicaciones, el máximo posible. Elimine una antes.',
  unsupported_grant_type:
    'Esta forma de obtener un token no se ofrece. Use «authorization_code» o «refresh_token».',
  redirect_uri_mismatch:
    'La dirección de redirección no coincide exactamente con ninguna registrada por el cliente. Use una registrada.',
  access_denied: 'Se ha denegado el acceso. Vuelva a preguntar a la persona si ha sido un error.',
  invalid_token: 'El token no es válido o ha caducado. Obtenga uno nuevo.',
  // The following are errors of accounts.
  role_missing: 'Su rol no permite esto. Pregunte a un propietario o administrador de la cuenta.',
  api_key_required:
    'Los usuarios, las claves de API y los accesos de aplicaciones se gestionan solo en los ajustes o con un token obtenido con una clave de API. Obtenga uno con POST /v1/auth/token.',
  last_owner: 'La cuenta se quedaría sin propietario activo. Haga antes propietario a otro usuario.',
  too_many_api_keys:
    'La cuenta ya tiene {max, select, none {todas las} other {{max, number}}} claves de API{max, select, none { permitidas} other {, el máximo permitido}}. Elimine una antes.',
  account_limit_reached:
    'La cuenta ha alcanzado un límite fijado por el operador de este servicio. Pida al operador que lo aumente.',
  account_unknown: 'No hay ninguna cuenta con este id.',
  user_exists: 'La cuenta ya tiene un usuario con esta dirección de correo. Consulte la lista de usuarios.',
  user_invited:
    'El usuario todavía no ha aceptado la invitación. Envíela de nuevo, o retírela eliminando al usuario.',
  user_not_invited:
    'El usuario ya ha aceptado la invitación. Para retirarle el acceso, ponga «status» en «deactivated».',
  too_many_invitations:
    'La cuenta ya tiene {max, select, none {tantas} other {{max, number}}} invitaciones abiertas{max, select, none { como puede tener} other {, el máximo permitido}}. Retire una primero.',
  invitation_not_found: 'La invitación no existe, se ha retirado o ya se ha utilizado. Pida otra.',
  invitation_expired: 'La invitación ha caducado. Pida otra.',
  user_not_found: 'Ese usuario no existe en su cuenta. Compruebe el ID.',
  api_key_not_found: 'Esa clave de API no existe en su cuenta. Compruebe el ID.',
  session_missing: 'No ha iniciado sesión o su sesión ha terminado. Inicie sesión de nuevo.',
  sign_in_failed:
    'No ha funcionado. Compruebe la dirección de correo y la contraseña, o elija una contraseña nueva por correo.',
  too_many_invitation_mails:
    'A esta dirección se han enviado muchas invitaciones últimamente. Espere {seconds, select, none {unas horas} other {{seconds, plural, one {# segundo} other {# segundos}}}} antes de enviar otra.',
  too_many_attempts:
    'Demasiados intentos. Espere {seconds, select, none {unos minutos} other {{seconds, plural, one {# segundo} other {# segundos}}}} antes del siguiente, o elija una contraseña nueva por correo.',
  password_wrong: 'Esa no es la contraseña que usa ahora. Escríbala de nuevo.',
  code_wrong:
    'El código no es correcto, ha caducado o ya se ha usado. Escriba el código más reciente de su aplicación o un código de recuperación sin usar.',
  password_reset_not_found: 'El enlace ha caducado o ya se ha usado. Pida otro.',
  totp_enabled: 'Ya hay una aplicación de autenticación en uso. Desactívela antes de añadir otra.',
  totp_not_begun:
    'No hay ninguna aplicación de autenticación en uso ni en proceso de añadirse. Empiece por «Configurar la aplicación».',
  passkey_refused:
    'No se ha podido añadir la llave de acceso: ha tardado demasiado o la respuesta del dispositivo no es correcta. Inténtelo de nuevo.',
  passkey_not_found: 'No tiene ninguna llave de acceso así. Es posible que ya se haya eliminado.',
  too_many_passkeys:
    'Ya tiene {max, select, none {tantas} other {{max, number}}} llaves de acceso{max, select, none { como puede tener} other {, el máximo que puede tener}}. Elimine una primero.',
  session_not_found: 'No tiene ninguna sesión así. Es posible que ya haya terminado.',
  logo_refused:
    'El logotipo debe ser una imagen PNG o JPEG de 1 MB y 5 millones de píxeles como máximo. Elija otro archivo.',
  account_closed:
    'La cuenta está cerrada. Un propietario puede reabrirla durante 30 días; después se elimina.',
  account_suspended: 'La cuenta está suspendida. Pregunte al operador del servicio.',
  account_not_reopenable: 'La cuenta no se puede reabrir: está abierta o su eliminación ha comenzado.',
  account_not_found: 'No es usuario de esta cuenta. Elija otra.',
  single_sign_on_not_found:
    'El inicio de sesión único no está configurado para esto. Compruebe la dirección de correo o inicie sesión con una contraseña.',
  single_sign_on_required:
    'En esta cuenta solo se entra con el inicio de sesión único. Use «Inicio de sesión único» en la página de inicio de sesión.',
  single_sign_on_expired:
    'Este inicio de sesión ha caducado, ya se usó o se empezó en otro navegador. Empiece de nuevo en este navegador.',
  single_sign_on_denied:
    'El inicio de sesión de su organización no le dejó entrar, o usted lo canceló. Inténtelo de nuevo o pida a su administrador acceso a esta aplicación.',
  single_sign_on_invalid:
    'No se pudo aceptar la respuesta del inicio de sesión de su organización. Inténtelo de nuevo. Si se repite, pida a un propietario de la cuenta que revise los ajustes del inicio de sesión único; el registro de la cuenta dice qué falló.',
  single_sign_on_address_refused:
    'El inicio de sesión de su organización no dio una dirección de correo verificada de un dominio configurado aquí. Pida a su administrador que envíe su dirección, o a un propietario de la cuenta que verifique el dominio.',
  single_sign_on_unknown_person:
    'Nadie aquí tiene su dirección de correo, y con el inicio de sesión único no entran personas nuevas. Pida una invitación a un propietario o administrador.',
  single_sign_on_linked:
    'Su dirección de correo ya pertenece a otra identidad del inicio de sesión de su organización. Pida a un propietario de la cuenta que lo revise.',
  single_sign_on_owner_invited:
    'Está invitado como propietario. Acepte primero la invitación con el enlace del correo.',
  single_sign_on_session:
    'La contraseña, los códigos y las llaves de acceso no se pueden ver ni cambiar con la sesión iniciada por el inicio de sesión único de una cuenta. Inicie sesión con su contraseña para ello.',
  single_sign_on_unavailable:
    'El inicio de sesión de su organización no responde. Inténtelo de nuevo en un momento. Si continúa, pregunte a su administrador; los propietarios de la cuenta pueden entrar con su contraseña.',
  user_deactivated:
    'Su usuario está desactivado. Pida a un propietario o administrador de la cuenta que lo active.',
  owner_address_kept:
    'Un directorio no cambia la dirección de un propietario. Dele primero otro rol al usuario en los ajustes.',
  sign_in_again:
    'Para esto hace falta un inicio de sesión de los últimos {minutes, select, none {minutos} other {{minutes, number} minutos}}. Cierre la sesión, iníciela de nuevo y repítalo.',
  issuer_refused:
    'En esta dirección no hay un proveedor de OpenID Connect utilizable. Escriba el emisor como lo indica su proveedor, con https. Debe ser accesible desde internet y solo de su organización, no de cualquiera.',
  domain_taken:
    'Otra cuenta de este servicio usa el dominio. Si es suyo, escriba a quien gestiona este servicio.',
  domain_not_found: 'La cuenta no tiene ese dominio. Añádalo primero.',
  domain_not_verified:
    'El dominio no está verificado. Añada el registro TXT en su proveedor de DNS, espere unos minutos y compruébelo de nuevo. Sin un dominio verificado no se puede exigir el inicio de sesión único.',
  too_many_domains:
    'La cuenta ya tiene {max, select, none {tantos} other {{max, number}}} dominios{max, select, none { como puede tener} other {, el máximo que puede tener}}. Quite uno primero.',
};
