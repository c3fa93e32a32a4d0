// What the checkout says in Spanish.
import type { Words } from "./en.js";

export const es: Words = {
  languageName: "Español",
  title_suffix: "Pago seguro",
  skip_to_content: "Ir al pago",
  test_mode: "Modo de prueba",
  test_mode_note: "Esto es un pago de prueba. No se transfiere dinero.",
  amount: "Importe",
  order: "Pedido",
  reference: "Concepto",
  language: "Idioma",
  powered_by: "Página de pago de {name}",
  print: "Imprimir",

  status_pending: "A la espera de su pago",
  status_scanning: "A la espera de que se escanee el código",
  status_transferring: "Pago en curso",
  status_confirming: "Confirmando el pago",
  status_completed: "Pagado",
  status_failed: "No pagado",

  choose_heading: "¿Cómo desea pagar?",
  choose_legend: "Forma de pago",
  choose_continue: "Continuar",
  choose_required: "Elija cómo desea pagar.",
  choose_other: "Elegir otra forma de pago",
  choose_none: "Este pago no se puede hacer en línea en este momento. Póngase en contacto con {shop}.",
  method_qr_pay: "Escanear un código QR",
  method_qr_pay_hint: "Con la app de su banco; los datos ya vienen rellenados",
  method_open_bank_transfer: "Pagar en su banco",
  method_open_bank_transfer_hint: "Acceda a su banco y autorice el pago",
  method_card_processing: "Tarjeta",
  method_card_processing_hint: "En la página de pago con tarjeta",
  method_bank_transfer: "Transferencia bancaria",
  method_bank_transfer_hint: "Copie los datos en su banca en línea",
  notice_rejected:
    "El pago ha sido rechazado y no se ha cobrado nada. Puede intentarlo de nuevo o elegir otra forma de pago.",
  notice_cancelled:
    "El pago no se ha completado y no se ha cobrado nada. Puede intentarlo de nuevo o elegir otra forma de pago.",
  notice_session_ended:
    "El tiempo para aprobar el pago ha terminado y no consta ningún pago. Puede intentarlo de nuevo.",
  notice_session_expired:
    "Se agotó el tiempo para autorizar el pago y no se ha cobrado nada. Puede intentarlo de nuevo.",
  notice_provider_unavailable:
    "No se puede contactar con su banco en este momento. Inténtelo de nuevo dentro de un momento o elija otra forma de pago.",
  notice_card_page_unavailable:
    "El pago con tarjeta no está disponible en este momento. Inténtelo de nuevo dentro de un momento o elija otra forma de pago.",
  notice_method_unavailable: "Esta forma de pago no está disponible para este pago. Elija otra.",

  qr_heading: "Escanee para pagar",
  qr_lead:
    "Abra la app de su banco, elija «Escanear código» y compruebe el importe y el beneficiario antes de confirmar.",
  qr_same_device:
    "¿Paga en este dispositivo? Guarde el código y ábralo en la app de su banco, o copie los datos de abajo.",
  qr_label: "Código QR para una transferencia de {amount} a {name}, IBAN {iban}, concepto {reference}",
  qr_save: "Guardar código",
  qr_share: "Compartir código",
  qr_as_text: "El código como texto",
  transfer_heading: "Transfiera el importe",
  transfer_lead:
    "Introduzca estos datos tal cual en su banca en línea. Por el concepto, {shop} sabe que el pago es suyo.",
  details_heading: "Datos de la transferencia",
  account_holder: "Beneficiario",
  iban: "IBAN",
  bic: "BIC",
  bank: "Banco",
  copy: "Copiar",
  copy_what: "Copiar {what}",
  copied: "Copiado",
  have_paid: "Ya he hecho la transferencia",
  waiting_heading: "A la espera de su transferencia",
  waiting_lead:
    "Las transferencias inmediatas llegan en segundos; las demás, en un día hábil. {shop} lo sabrá en cuanto llegue el dinero, así que puede cerrar esta página.",
  show_details: "Mostrar de nuevo los datos",

  account_heading: "Su cuenta bancaria",
  account_lead: "Con estos datos le llevamos a su banco. Allí autoriza el pago.",
  account_name: "Titular de la cuenta",
  account_iban: "IBAN",
  account_iban_hint: "Por ejemplo DE89 3704 0044 0532 0130 00",
  account_country: "País de su banco",
  account_country_choose: "Elija un país",
  account_continue: "Continuar a su banco",
  account_privacy: "Sus datos solo llegan al servicio de pago de su banco y se guardan cifrados.",
  error_heading: "Revise los datos",
  error_name: "Escriba el nombre del titular de la cuenta, 70 caracteres como máximo.",
  error_iban: "Este IBAN no es válido. Compruebe cada carácter.",
  error_country: "Elija el país de su banco.",

  handover_heading: "Le llevamos a su banco",
  handover_card_heading: "Le llevamos a la página de pago con tarjeta",
  handover_lead: "Si no ocurre nada, utilice el botón.",
  handover_continue: "Continuar",
  at_bank_heading: "Termine el pago en su banco",
  at_card_heading: "Termine el pago con tarjeta",
  at_provider_lead: "Su pago está en curso allí. Esta página se actualizará sola en cuanto termine.",
  at_bank_continue: "Continuar a su banco",
  at_card_continue: "Continuar al pago con tarjeta",
  back_note: "Solo si todavía no ha autorizado el pago.",

  confirming_heading: "Estamos confirmando su pago",
  confirming_lead:
    "Suele tardar unos segundos. Puede cerrar esta página: {shop} conocerá el resultado en cuanto lo haya.",
  unresolved_lead:
    "Su banco aún no ha dado una respuesta definitiva. No pague por segunda vez: {shop} conocerá el resultado en cuanto lo haya.",
  unresolved_card_lead:
    "Aún no hay una respuesta definitiva a su pago con tarjeta. No pague por segunda vez: {shop} conocerá el resultado en cuanto lo haya.",
  partial_heading: "Ha llegado una parte del importe",
  partial_lead: "Importe recibido hasta ahora: {received} de {amount}. Para el resto, póngase en contacto con {shop}.",
  not_finished: "¿No ha terminado en su banco?",
  not_finished_card: "¿No ha terminado el pago con tarjeta?",

  paid_heading: "Pago completado",
  paid_lead: "Ha pagado {amount} a {shop}.",
  declined_heading: "El pago no se ha podido realizar",
  declined_lead:
    "El pago ha sido rechazado y no se puede repetir aquí. Vuelva a {shop} para hacer un nuevo pedido o pagar de otra forma.",
  cancelled_heading: "Pago cancelado",
  cancelled_lead: "No se ha cobrado nada. Puede empezar de nuevo en {shop}.",
  expired_heading: "Enlace de pago caducado",
  expired_lead:
    "Este pago estuvo abierto demasiado tiempo. No haga ninguna transferencia para él. Puede empezar de nuevo en {shop}.",
  back_to_shop: "Volver a {shop}",
  close_page: "Puede cerrar esta página.",

  cancel_link: "Cancelar el pago",
  cancel_heading: "¿Cancelar este pago?",
  cancel_lead: "El pago termina definitivamente. Si ya ha hecho una transferencia, no cancele.",
  cancel_confirm: "Sí, cancelar el pago",
  cancel_keep: "No, seguir pagando",

  unknown_heading: "Este enlace no lleva a ningún pago",
  unknown_lead: "Compruebe que ha abierto el enlace completo o vuelva a la tienda y empiece de nuevo.",
  error_page_heading: "Algo ha salido mal",
  error_page_lead: "En este paso no se ha cobrado nada. Vuelva atrás e inténtelo de nuevo.",
  busy_heading: "Inténtelo de nuevo dentro de un momento",

  simulate_heading: "Modo de prueba: simular el banco",
  simulate_lead: "¿Qué debe pasar con este pago? No se transfiere dinero.",
  simulate_full: "Llega el importe completo",
  simulate_partial: "Llega una parte",
  simulate_reject: "El banco rechaza",
};
