// Types of every route, event, header and error of the contract.
// Generated from spec/openapi.yaml and spec/errors.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/payments/initialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or reuse a payment session
         * @description Returns the URL to redirect the buyer to; nothing has been paid yet. A pending session of the same store, environment, order,
         *     amount, currency and mode is reused, and the response then contains `message`.
         *
         *     Checks run in this order: route, content type, size, API key, JSON, schema, merchant, key owner, environment, eligibility, method,
         *     remaining rules, Idempotency-Key.
         */
        post: operations["initializeCustomPaymentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment status
         * @description For display only: whether to fulfil the order is decided by the signed webhook, not by this status.
         */
        get: operations["getPaymentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/bank-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve bank details
         * @description Only for a buyer who makes a manual transfer. The path and `orderId` must identify the same payment. 404 also when the store has no account that can receive the currency, and while a payment is pending although money has arrived: the amount is no longer due.
         */
        get: operations["getPaymentBankDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{order_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an order
         * @description For the hosted checkout of a plugin store. The order key together with `shopId` gives access; no API key is needed.
         *     An unknown key and a key of another store get the same response.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transaction_id}/webhook/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Newest first. Takes the API key of the payment's store and environment, or a panel user's session.
         */
        get: operations["getWebhookHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{paymentId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sandbox event
         * @description Needs a test key; a live key gets 403. An event that the state graph does not allow is recorded and changes nothing:
         *     the response is 200 with `accepted: false`.
         */
        post: operations["sendSandboxEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to test webhooks
         * @description For development on a machine that the service cannot reach: each webhook of the store's test payments, as a stream of server-sent events. Needs a
         *     test key; a live key gets 403. The store needs no webhook URL.
         *
         *     `event: ready` comes first. `event: webhook` has in `data` a JSON object with `deliveryId`, `event`, `headers` (all but the signature) and `body`
         *     (the exact bytes as text); its `id` is the cursor. A client that reconnects with `Last-Event-ID` gets all later events, for 24 hours. The stream ends
         *     after `seconds`; a comment is sent every 15 seconds. A store has at most 5 concurrent streams on one instance.
         */
        get: operations["listenToWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health check
         * @description Runs a query on the database. Unhealthy while migrations are pending and during shutdown.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness
         * @description Liveness probe for an orchestrator: uses neither the database nor the network.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description Readiness probe for a load balancer: 503 until migrations are done and as soon as shutdown begins.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Version
         * @description Contains no host names, paths or versions of dependencies.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Version check
         * @description Tells whether a client is compatible, and lists everything deprecated, with dates and replacements.
         */
        post: operations["checkVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API description
         * @description This document, with the running service's own base URL under servers.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "transaction.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transaction status changed
         * @description Sent on every change of status, the first one to `pending` included. At least once, in no guaranteed order: deduplicate by
         *     `X-Service-Delivery`, and verify `X-Service-Signature` over the raw bytes before anything else. Respond with 2xx only after you have stored
         *     the event. 400, 401, 403, 404 and 410 end the delivery; any other response outside 2xx, or none, is retried.
         */
        post: operations["onTransactionStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "service.webhook_verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook verification
         * @description Sent once when the merchant runs Integration Verification. Verify the signature, then echo the challenge.
         */
        post: operations["onWebhookVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Payment method in a request. manual_transfer, manual_pay and manual are aliases of bank_transfer.
         * @example qr_pay
         * @enum {string}
         */
        PaymentMethodInput: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | "manual_transfer" | "manual_pay" | "manual";
        /**
         * @description Payment method with aliases resolved
         * @example bank_transfer
         * @enum {string}
         */
        PaymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer";
        /**
         * @description foxpay_checkout is the hosted page; direct_provider is the bank's page and needs paymentMethod open_bank_transfer
         * @example foxpay_checkout
         * @enum {string}
         */
        CheckoutMode: "foxpay_checkout" | "direct_provider";
        /**
         * @description Status in webhooks and in the initialization response. paid means the same as completed. The set may grow.
         * @example pending
         * @enum {string}
         */
        TransactionStatus: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired";
        /**
         * @description Status on the status route, for display
         * @example confirming
         * @enum {string}
         */
        CheckoutFlowStatus: "pending" | "scanning" | "transferring" | "confirming" | "completed" | "failed";
        /**
         * @description Origin of the remittance reference
         * @example generated
         * @enum {string}
         */
        RemittanceInfoSource: "merchant" | "generated";
        /**
         * @description Environment of the payment
         * @example test
         * @enum {string}
         */
        PaymentMode: "test" | "production";
        /**
         * @description Events of a test payment
         * @example provider_success
         * @enum {string}
         */
        SandboxEvent: "buyer_started" | "provider_accepted" | "provider_success" | "provider_rejected" | "provider_cancelled" | "provider_session_expired" | "provider_unknown" | "provider_indeterminate" | "settlement_confirmed" | "settlement_partial";
        /**
         * @description Types of events
         * @example transaction.status_changed
         * @enum {string}
         */
        WebhookEventType: "transaction.status_changed" | "service.webhook_verification";
        /**
         * @description Which retry schedule the webhooks follow.
         * @example queue
         * @enum {string}
         */
        DeliveryPath: "queue" | "legacy";
        /**
         * @description Why a delivery exists. redelivery is a new delivery that a person created from an older one.
         * @example transition
         * @enum {string}
         */
        DeliveryTrigger: "transition" | "redelivery";
        /**
         * @description State of a delivery: pending waits for its next attempt, sending has an attempt in progress, exhausted has used all attempts, dead was rejected by a status that ends a delivery, parked was interrupted until its schedule had ended and waits for an operator, cancelled belonged to a deleted store
         * @example delivered
         * @enum {string}
         */
        DeliveryState: "pending" | "sending" | "delivered" | "exhausted" | "dead" | "parked" | "cancelled";
        /**
         * @description Outcome of an attempt; started means that it is in progress, interrupted that the sending process ended
         * @example success
         * @enum {string}
         */
        AttemptOutcome: "started" | "success" | "http_1xx" | "http_3xx" | "http_4xx" | "http_5xx" | "timeout" | "network" | "tls" | "blocked_address" | "invalid_response" | "invalid_url" | "internal" | "interrupted";
        /**
         * @description Result of the health check
         * @example healthy
         * @enum {string}
         */
        HealthState: "healthy" | "unhealthy";
        /**
         * @description Result of the database check
         * @example up
         * @enum {string}
         */
        DatabaseState: "up" | "down" | "migrations_pending";
        /**
         * @description Whether the instance accepts requests
         * @example up
         * @enum {string}
         */
        ApplicationState: "up" | "stopping" | "no_background_work";
        /**
         * @description Whether this instance sends webhooks, expires payments and polls banks
         * @example running
         * @enum {string}
         */
        BackgroundState: "running" | "on_demand" | "not_started";
        /**
         * @description How a client's version relates to this service
         * @example current
         * @enum {string}
         */
        VersionVerdict: "current" | "outdated" | "unsupported" | "ahead";
        /**
         * @description Every error code. Codes are only added, never renamed.
         * @example VALIDATION_ERROR
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "INVALID_JSON" | "INVALID_ORDER_KEY" | "IDEMPOTENCY_KEY_INVALID" | "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_MERCHANT_MISMATCH" | "SESSION_REQUIRED" | "CALLBACK_NOT_AUTHENTIC" | "KYC_USER_ASSOCIATION_MISSING" | "KYC_SUBMISSION_MISSING" | "KYC_USER_MISMATCH" | "KYC_NOT_APPROVED" | "SHOP_NOT_VERIFIED" | "PAYMENT_METHOD_UNAVAILABLE" | "TEST_MODE_NOT_ALLOWED" | "LIVE_MODE_NOT_ALLOWED" | "SCOPE_MISSING" | "STORE_NOT_APPROVED" | "CSRF_FAILED" | "MERCHANT_NOT_FOUND" | "PAYMENT_NOT_FOUND" | "ORDER_NOT_FOUND" | "STORE_NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "BODY_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_IN_PROGRESS" | "NOT_REDELIVERABLE" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | "CALLBACK_NOT_PROCESSED" | "UNHEALTHY" | "SHUTTING_DOWN";
        /**
         * @description Public identifier of a store, as the panel shows it; not a secret
         * @example mer_7Kq2
         */
        MerchantId: string;
        /**
         * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id
         * @example pay_3f9c2b71a4d84e0e
         */
        PaymentId: string;
        /**
         * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates
         * @example 1001
         */
        OrderId: string;
        /**
         * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction.
         * @example 1999
         */
        AmountCents: number;
        /**
         * @description Currency as an ISO 4217 code, three capital letters
         * @example EUR
         */
        Currency: string;
        /**
         * @description Identifier of the call, as in X-Request-Id
         * @example req_5b1f
         */
        RequestIdValue: string;
        /**
         * Format: date-time
         * @description Instant in UTC
         * @example 2026-05-04T09:30:00.000Z
         */
        Timestamp: string;
        /** @description A payment session to create. Send exactly one of merchantId and shopId; any other field is rejected. */
        InitializePaymentRequest: {
            /**
             * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
             * @example mer_7Kq2
             */
            merchantId?: components["schemas"]["MerchantId"];
            /**
             * @deprecated
             * @description Former name of merchantId. At most 128 characters.
             * @example mer_7Kq2
             */
            shopId?: components["schemas"]["MerchantId"];
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            orderId: components["schemas"]["OrderId"];
            /**
             * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amountCents: components["schemas"]["AmountCents"];
            /**
             * @description Currency as an ISO 4217 code, three capital letters.
             * @example EUR
             */
            currency: components["schemas"]["Currency"];
            /**
             * @description The buyer's address. E-mail address. At most 254 characters.
             * @example buyer@example.com
             */
            customerEmail?: string;
            /**
             * @description The buyer's name, shown on the checkout page. At most 255 characters.
             * @example Erika Mustermann
             */
            customerName?: string;
            /**
             * @description Where the buyer goes after checkout: absolute http or https, no user info; a store may restrict the hosts. Absolute URL. At most 2048 characters.
             * @example https://shop.example.com/thanks
             */
            returnUrl?: string;
            /**
             * @description Arbitrary data for reconciliation, at most 16 KiB as JSON and 5 levels deep; included in webhooks. Does not replace remittanceInfo.
             * @example {
             *       "cart": "c-77"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description What the buyer pays for, in one line; shown on the checkout page. At most 280 characters.
             * @example Bouquet of roses
             */
            description?: string;
            /** @description Lines of the order, shown on the checkout page as sent. Their sum is neither computed nor compared with amountCents. At most 50 entries. */
            items?: components["schemas"]["PaymentItem"][];
            /**
             * @description Preselects a method. When omitted, the buyer chooses, and the response reports qr_pay.
             *     - `qr_pay`: the buyer scans a QR code with a banking app; EUR only.
             *     - `open_bank_transfer`: the buyer approves a transfer at their own bank; the only method of direct sessions.
             *     - `card_processing`: the buyer pays on the card page of a provider; no card number passes through the service.
             *     - `bank_transfer`: the buyer makes a manual transfer, with the bank details that the checkout page shows.
             *     - `manual_transfer`: alias of bank_transfer.
             *     - `manual_pay`: alias of bank_transfer.
             *     - `manual`: alias of bank_transfer.
             * @default qr_pay
             * @example qr_pay
             */
            paymentMethod?: components["schemas"]["PaymentMethodInput"];
            /**
             * @description foxpay_checkout is the hosted page; direct_provider is the bank's page and needs paymentMethod open_bank_transfer.
             *     - `foxpay_checkout`: send the buyer to the hosted page at paymentUrl; the default.
             *     - `direct_provider`: send the buyer straight to the bank's page at redirectUrl; needs paymentMethod open_bank_transfer and customerCountry.
             * @default foxpay_checkout
             * @example foxpay_checkout
             */
            checkoutMode?: components["schemas"]["CheckoutMode"];
            /**
             * @description Direct sessions only. The code of the one open-banking provider of this deployment; any other value is rejected. At most 64 characters.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description Direct sessions only, required there. ISO 3166-1 alpha-2. At most 2 characters.
             * @example DE
             */
            customerCountry?: string;
            /**
             * @description Direct sessions only. Holder of the paying account; required with senderIban. At most 70 characters.
             * @example Erika Mustermann
             */
            senderName?: string;
            /**
             * @description Direct sessions only. The paying account; required with senderName. Lower case, any kind of space, dashes, dots, invisible characters and a leading "IBAN" are accepted; the length for the country and the check digits must be right. At most 200 characters.
             * @example DE89370400440532013000
             */
            senderIban?: string;
            /**
             * @description Direct sessions only. true requests SEPA Instant, with standard SEPA as a fallback; false requests standard SEPA; when omitted, the store's setting applies.
             * @example true
             */
            instantPayment?: boolean;
            /**
             * @description Reference on the bank statement: ASCII letters, digits, spaces and . , - _ / + : #. When omitted, the service generates one. At most 140 characters.
             * @example Order 1002
             */
            remittanceInfo?: string;
            /**
             * @description Direct sessions only. SEPA end-to-end reference; no slash at either end, no double slash. When omitted, the service generates one. At most 35 characters.
             * @example ORDER-1003
             */
            endToEndId?: string;
        };
        /** @description The event for the test payment */
        SandboxEventRequest: {
            /**
             * @description Events of a test payment.
             *     - `buyer_started`: the buyer goes to the bank; the status becomes processing.
             *     - `provider_accepted`: the bank accepts the payment order; not yet paid.
             *     - `provider_success`: the bank reports success; paid if the store accepts the provider's confirmation, otherwise when the money has arrived.
             *     - `provider_rejected`: the bank declines; on a hosted session the buyer may try again, a direct session fails.
             *     - `provider_cancelled`: the buyer cancels at the bank.
             *     - `provider_session_expired`: the session at the bank expires.
             *     - `provider_unknown`: the provider does not know the outcome; the payment stays open.
             *     - `provider_indeterminate`: the provider reports that the outcome is undecided; the payment stays open.
             *     - `settlement_confirmed`: the whole amount, or amountCents of it, arrives in the account.
             *     - `settlement_partial`: a part of the amount arrives; not paid, the operator gets an alert.
             * @example provider_success
             */
            event: components["schemas"]["SandboxEvent"];
            /**
             * @description For settlement events, the amount that arrived. When omitted, settlement_confirmed means the whole amount, settlement_partial a part of unknown size. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amountCents?: components["schemas"]["AmountCents"];
        };
        /** @description A client that checks its compatibility */
        VersionCheckRequest: {
            /**
             * @description Name of the client. At most 128 characters.
             * @example "@payment-sessions/sdk"
             */
            client: string;
            /**
             * @description Semantic version of the client. At most 128 characters.
             * @example 0.1.0
             */
            clientVersion: string;
            /**
             * @description The export contract that the client was built for. At most 32 characters.
             * @example v1
             */
            contract?: string;
        };
        /** @description The accepted session. Trust it only with a 2xx status, success true, a paymentId and a URL. */
        InitializePaymentResponse: {
            /**
             * @description Always true here. Always `true`.
             * @example true
             * @constant
             */
            success: true;
            /**
             * @description Hosted checkout page: redirect the buyer here. On direct sessions the same as redirectUrl. Absolute URL.
             * @example https://pay.example.com/checkout/pay_3f9c2b71a4d84e0e?t=8sW1cQ
             */
            paymentUrl: string;
            /**
             * @description Direct sessions only. The page of the buyer's bank: redirect the buyer here. Absolute URL.
             * @example https://bank.example.com/s/9d1
             */
            redirectUrl?: string;
            /**
             * @deprecated
             * @description Direct sessions only. Former name of redirectUrl. Absolute URL.
             * @example https://bank.example.com/s/9d1
             */
            sessionUrl?: string;
            /**
             * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id. At most 128 characters.
             * @example pay_3f9c2b71a4d84e0e
             */
            paymentId: components["schemas"]["PaymentId"];
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            orderId: components["schemas"]["OrderId"];
            /**
             * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
             * @example mer_7Kq2
             */
            merchantId: components["schemas"]["MerchantId"];
            /**
             * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amount: components["schemas"]["AmountCents"];
            /**
             * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amountCents: components["schemas"]["AmountCents"];
            /**
             * @description Currency as an ISO 4217 code, three capital letters.
             * @example EUR
             */
            currency: components["schemas"]["Currency"];
            /**
             * @description As sent in the request; absent if it was not sent. E-mail address.
             * @example buyer@example.com
             */
            customerEmail?: string;
            /**
             * @description The payment's status, normally pending. An initialized payment is not a paid one: the signed webhook reports when it is paid.
             *     - `pending`: created, waiting for the buyer; expires after 30 days.
             *     - `processing`: the buyer has started, the payment is not yet confirmed; keep the order open.
             *     - `completed`: paid, final; fulfil the order.
             *     - `paid`: the same as completed, for stores that are configured to receive this value; final.
             *     - `failed`: declined, final; trying again takes a new session.
             *     - `cancelled`: cancelled by the buyer or the merchant, final.
             *     - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it.
             * @example pending
             */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            /**
             * @description Payment method with aliases resolved.
             *     - `qr_pay`: the buyer scans a QR code with a banking app; EUR only.
             *     - `open_bank_transfer`: the buyer approves a transfer at their own bank.
             *     - `card_processing`: the buyer pays on the card page of a provider.
             *     - `bank_transfer`: the buyer makes a manual transfer.
             * @example qr_pay
             */
            paymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | (string & {});
            /**
             * @description foxpay_checkout is the hosted page; direct_provider is the bank's page and needs paymentMethod open_bank_transfer.
             *     - `foxpay_checkout`: send the buyer to the hosted page at paymentUrl; the default.
             *     - `direct_provider`: send the buyer straight to the bank's page at redirectUrl; needs paymentMethod open_bank_transfer and customerCountry.
             * @example foxpay_checkout
             */
            checkoutMode: components["schemas"]["CheckoutMode"];
            /**
             * @description Direct sessions only. Code of the open-banking provider.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description The reference on the bank statement, as sent in the request or as generated. At most 140 characters.
             * @example PS-1001-A4D84E0E
             */
            remittanceInfo: string;
            /**
             * @description Origin of the remittance reference.
             *     - `merchant`: sent in the request.
             *     - `generated`: generated by the service.
             * @example generated
             */
            remittanceInfoSource: components["schemas"]["RemittanceInfoSource"];
            /**
             * @description Direct sessions only. The SEPA end-to-end reference in use. At most 35 characters.
             * @example ORDER-1003
             */
            endToEndId?: string;
            /**
             * @description true: created with a test key, no money moves.
             * @example true
             */
            testMode: boolean;
            /**
             * @description As sent in the request; absent if it was not sent. Absolute URL.
             * @example https://shop.example.com/thanks
             */
            returnUrl?: string;
            /**
             * @description Present when a pending payment was reused.
             * @example An existing pending payment was reused
             */
            message?: string;
            /** @description The session's data, for logs and reconciliation. */
            paymentData: components["schemas"]["PaymentDataEcho"];
        };
        /** @description One line of an order */
        PaymentItem: {
            /**
             * @description Name of the item. At most 120 characters.
             * @example Rose
             */
            name: string;
            /**
             * @description Quantity, 1 when omitted. Whole number, 1 to 999999.
             * @example 2
             */
            quantity?: number;
            /**
             * @description Amount of the whole line in minor units; negative for a discount. Whole number, -99999999999 to 99999999999.
             * @example 1998
             */
            amountCents?: number;
        };
        /** @description The session's data, for logs and reconciliation */
        PaymentDataEcho: {
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            orderId: components["schemas"]["OrderId"];
            /**
             * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
             * @example mer_7Kq2
             */
            merchantId: components["schemas"]["MerchantId"];
            /**
             * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amountCents: components["schemas"]["AmountCents"];
            /**
             * @description Currency as an ISO 4217 code, three capital letters.
             * @example EUR
             */
            currency: components["schemas"]["Currency"];
            /**
             * @description As sent in the request; absent if it was not sent. E-mail address.
             * @example buyer@example.com
             */
            customerEmail?: string;
            /**
             * @description As sent in the request; absent if it was not sent.
             * @example Erika Mustermann
             */
            customerName?: string;
            /**
             * @description Payment method with aliases resolved.
             *     - `qr_pay`: the buyer scans a QR code with a banking app; EUR only.
             *     - `open_bank_transfer`: the buyer approves a transfer at their own bank.
             *     - `card_processing`: the buyer pays on the card page of a provider.
             *     - `bank_transfer`: the buyer makes a manual transfer.
             * @example qr_pay
             */
            paymentMethod: "qr_pay" | "open_bank_transfer" | "card_processing" | "bank_transfer" | (string & {});
            /**
             * @description Environment of the payment.
             *     - `test`: made with a test key; no money moves.
             *     - `production`: made with a live key.
             * @example test
             */
            paymentMode: components["schemas"]["PaymentMode"];
            /** @description As sent in the request; absent if it was not sent. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description The buyer's progress */
        PaymentStatusResponse: {
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            orderId: components["schemas"]["OrderId"];
            /**
             * @description Status on the status route, for display.
             *     - `pending`: the buyer has not started.
             *     - `scanning`: a QR code is shown.
             *     - `transferring`: the buyer is at the bank, or has the instructions for a transfer.
             *     - `confirming`: the buyer has finished; the bank has not confirmed yet.
             *     - `completed`: paid.
             *     - `failed`: declined, cancelled or expired; the webhook reports which.
             * @example confirming
             */
            status: components["schemas"]["CheckoutFlowStatus"];
            /**
             * @description Present only for test payments. Always `true`.
             * @example true
             * @constant
             */
            testMode?: true;
        };
        /** @description Instructions for a manual transfer */
        BankDetailsResponse: {
            /** @description The payment. */
            transaction: {
                /**
                 * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id. At most 128 characters.
                 * @example pay_3f9c2b71a4d84e0e
                 */
                id: components["schemas"]["PaymentId"];
                /**
                 * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
                 * @example 1001
                 */
                order_id: components["schemas"]["OrderId"];
                /**
                 * @description Status of the payment, as webhooks report it.
                 *     - `pending`: created, waiting for the buyer; expires after 30 days.
                 *     - `processing`: the buyer has started, the payment is not yet confirmed; keep the order open.
                 *     - `completed`: paid, final; fulfil the order.
                 *     - `paid`: the same as completed, for stores that are configured to receive this value; final.
                 *     - `failed`: declined, final; trying again takes a new session.
                 *     - `cancelled`: cancelled by the buyer or the merchant, final.
                 *     - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it.
                 * @example pending
                 */
                status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
                /**
                 * @description Currency as an ISO 4217 code, three capital letters.
                 * @example EUR
                 */
                currency: components["schemas"]["Currency"];
                /**
                 * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
                 * @example 1999
                 */
                amount: components["schemas"]["AmountCents"];
            };
            /** @description The account and the reference. */
            bankDetails: {
                /**
                 * @description Name of the account's bank.
                 * @example Example Bank
                 */
                bankName: string;
                /**
                 * @description Holder of the account, as the buyer must name it in the transfer.
                 * @example Example Shop Ltd
                 */
                accountHolder: string;
                /**
                 * @description IBAN of the account, without spaces.
                 * @example LT121000011101001000
                 */
                iban: string;
                /**
                 * @description Bank identifier, may be empty.
                 * @example EXMPLT22
                 */
                bic: string;
                /**
                 * @description The remittance reference, as in remittanceInfo. At most 140 characters.
                 * @example PS-1001-A4D84E0E
                 */
                reference: string;
                /**
                 * @description Currency as an ISO 4217 code, three capital letters.
                 * @example EUR
                 */
                currency: components["schemas"]["Currency"];
                /**
                 * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
                 * @example 1999
                 */
                amount: components["schemas"]["AmountCents"];
            };
        };
        /** @description A plugin order, without private data */
        OrderResponse: {
            /**
             * @description Always true here. Always `true`.
             * @example true
             * @constant
             */
            success: true;
            /** @description Data of this look-up. */
            metadata: {
                /**
                 * @description Instant in UTC. ISO 8601 with milliseconds and Z.
                 * @example 2026-05-04T09:30:00.000Z
                 */
                fetchedAt: components["schemas"]["Timestamp"];
                /**
                 * @description The requested key.
                 * @example wc_order_Ab12Cd34Ef56G
                 */
                orderKey: string;
                /**
                 * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
                 * @example req_5b1f
                 */
                requestId: components["schemas"]["RequestIdValue"];
                /**
                 * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
                 * @example mer_7Kq2
                 */
                shopId: components["schemas"]["MerchantId"];
            };
            /** @description The order, as the plugin last sent it. */
            order: {
                /**
                 * @description Numeric id of the order in the plugin.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description The order key.
                 * @example wc_order_Ab12Cd34Ef56G
                 */
                orderKey: string;
                /**
                 * @description Status of the order in the plugin.
                 * @example pending
                 */
                status: string;
                /**
                 * @description Currency as an ISO 4217 code, three capital letters.
                 * @example EUR
                 */
                currency: components["schemas"]["Currency"];
                /**
                 * @description Symbol of the currency.
                 * @example €
                 */
                currencySymbol: string;
                /**
                 * @description Total in major units of the currency, for example 19.99 for EUR 19.99. For display; amounts to pay are whole cents.
                 * @example 19.99
                 */
                total: number;
                /** @description The buyer, as shown on the checkout page. */
                customer: {
                    /**
                     * @description Address, when the order has one. E-mail address.
                     * @example buyer@example.com
                     */
                    email?: string;
                    /**
                     * @description First and last name of the buyer.
                     * @example Erika Mustermann
                     */
                    fullName: string;
                };
                /** @description The ordered items. */
                lineItems: {
                    /**
                     * @description Numeric id of the line in the plugin.
                     * @example 1
                     */
                    id: number;
                    /**
                     * @description Name of the product.
                     * @example Coffee beans
                     */
                    name: string;
                    /**
                     * @description Quantity as a whole number: 1.5 is shown as 2, and anything below 1 as 1.
                     * @example 2
                     */
                    quantity: number;
                    /**
                     * @description Total of the line in major units, rounded to the minor unit.
                     * @example 19.99
                     */
                    total: number;
                }[];
                /** @description The payment method of the order. */
                payment: {
                    /**
                     * @description Code of the method in the plugin.
                     * @example foxpay
                     */
                    method: string;
                    /**
                     * @description Title of the method, as the plugin shows it.
                     * @example Pay by bank
                     */
                    methodTitle: string;
                    /**
                     * @description Whether the order is unpaid.
                     * @example true
                     */
                    needsPayment: boolean;
                };
                /** @description The store of the order. */
                shop: {
                    /**
                     * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
                     * @example mer_7Kq2
                     */
                    id: components["schemas"]["MerchantId"];
                    /**
                     * @description Name of the store.
                     * @example Example Shop
                     */
                    name: string;
                    /**
                     * @description URL of the logo, when the store has one. Absolute URL.
                     * @example https://shop.example.com/logo.png
                     */
                    logo?: string;
                    /**
                     * @description URL of the store's website, when it has one. Absolute URL.
                     * @example https://shop.example.com
                     */
                    url?: string;
                };
            };
        };
        /** @description One page of the deliveries of a payment */
        WebhookHistoryResponse: {
            /**
             * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id. At most 128 characters.
             * @example pay_3f9c2b71a4d84e0e
             */
            transactionId: components["schemas"]["PaymentId"];
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            orderId: components["schemas"]["OrderId"];
            /**
             * @description Current webhook URL, the query masked; null when the store has no webhook URL. May be null.
             * @example https://shop.example.com/hooks?***
             */
            webhookUrl: string | null;
            /**
             * @description Send it as cursor for the next page; null on the last. May be null.
             * @example c2VlLXRoZS1uZXh0LXBhZ2U
             */
            nextCursor: string | null;
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        /** @description One delivery and its attempts */
        WebhookDelivery: {
            /**
             * @description Value of X-Service-Delivery. UUID in lower case.
             * @example 0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11
             */
            deliveryId: string;
            /**
             * @description Type of the event.
             *     - `transaction.status_changed`: a payment changed its status.
             *     - `service.webhook_verification`: a challenge that tests the endpoint, sent from the panel.
             * @example transaction.status_changed
             */
            event: "transaction.status_changed" | "service.webhook_verification" | (string & {});
            /**
             * @description The transaction status that the event reports.
             *     - `pending`: created, waiting for the buyer; expires after 30 days.
             *     - `processing`: the buyer has started, the payment is not yet confirmed; keep the order open.
             *     - `completed`: paid, final; fulfil the order.
             *     - `paid`: the same as completed, for stores that are configured to receive this value; final.
             *     - `failed`: declined, final; trying again takes a new session.
             *     - `cancelled`: cancelled by the buyer or the merchant, final.
             *     - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it.
             * @example completed
             */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            /**
             * @description Which retry schedule the webhooks follow.
             *     - `queue`: 12 attempts in about 7 days.
             *     - `legacy`: 3 attempts within minutes, without X-Service-Attempt.
             * @example queue
             */
            path: components["schemas"]["DeliveryPath"];
            /**
             * @description Why the delivery exists.
             *     - `transition`: a payment changed its status.
             *     - `redelivery`: created by a person from an older delivery.
             * @example transition
             */
            trigger: "transition" | "redelivery" | (string & {});
            /**
             * @description The older delivery that this one resends. May be null.
             * @example 0b6f7c1e-9a3d-4c55-8a57-2f1f0e6d9b11
             */
            redeliveryOf: string | null;
            /**
             * @description State of the delivery.
             *     - `pending`: waits for its next attempt.
             *     - `sending`: an attempt is in progress.
             *     - `delivered`: the response was 2xx.
             *     - `exhausted`: no attempt is left; it can be resent manually.
             *     - `dead`: the response was 400, 401, 403, 404 or 410, so there is no further automatic attempt.
             *     - `parked`: interrupted until its schedule had ended; waits for an operator.
             *     - `cancelled`: its store was deleted.
             * @example delivered
             */
            state: "pending" | "sending" | "delivered" | "exhausted" | "dead" | "parked" | "cancelled" | (string & {});
            /**
             * @description Attempts so far. Whole number from 0.
             * @example 2
             */
            attemptCount: number;
            /**
             * @description Attempts that the schedule allows. Whole number from 1.
             * @example 12
             */
            maxAttempts: number;
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description When the delivery ended; null while it is open. ISO 8601 with milliseconds and Z. May be null.
             * @example 2026-05-04T09:31:33.000Z
             */
            finishedAt: string | null;
            /**
             * @description When the next attempt is due; null when there is none. ISO 8601 with milliseconds and Z. May be null.
             * @example 2026-05-04T09:30:30.000Z
             */
            nextAttemptAt: string | null;
            /** @description Every attempt, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description One attempt of a delivery */
        WebhookAttempt: {
            /**
             * @description Number of the attempt, from 1. Whole number from 1.
             * @example 1
             */
            attempt: number;
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            startedAt: components["schemas"]["Timestamp"];
            /**
             * @description Milliseconds from connecting to the end; null while in progress. Whole number from 0. May be null.
             * @example 120
             */
            durationMs: number | null;
            /**
             * @description Status of the endpoint's response. Whole number, 100 to 999. May be null.
             * @example 503
             */
            httpStatus: number | null;
            /**
             * @description How the attempt ended.
             *     - `started`: in progress.
             *     - `success`: the response was 2xx.
             *     - `http_1xx`: only a 1xx response.
             *     - `http_3xx`: the response was a redirect, which is not followed.
             *     - `http_4xx`: the response was 4xx.
             *     - `http_5xx`: the response was 5xx.
             *     - `timeout`: no complete response in time.
             *     - `network`: no connection, or it was closed before the response.
             *     - `tls`: the certificate or the handshake failed.
             *     - `blocked_address`: the host resolves to an address that is not public.
             *     - `invalid_response`: the response was not HTTP.
             *     - `invalid_url`: the URL cannot be used.
             *     - `internal`: the service itself failed.
             *     - `interrupted`: the sending process ended.
             * @example http_5xx
             */
            outcome: "started" | "success" | "http_1xx" | "http_3xx" | "http_4xx" | "http_5xx" | "timeout" | "network" | "tls" | "blocked_address" | "invalid_response" | "invalid_url" | "internal" | "interrupted" | (string & {});
            /**
             * @description The error, in a sentence. May be null.
             * @example The endpoint responded with 503
             */
            error: string | null;
            /**
             * @description Start of the response, at most 4 KiB. May be null.
             * @example busy
             */
            responseExcerpt: string | null;
            /** @description Whether the response was longer than the excerpt. */
            responseTruncated?: boolean;
        };
        /** @description The test payment's status after the event */
        SandboxEventResponse: {
            /**
             * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id. At most 128 characters.
             * @example pay_3f9c2b71a4d84e0e
             */
            paymentId: components["schemas"]["PaymentId"];
            /**
             * @description Status of the payment, as webhooks report it.
             *     - `pending`: created, waiting for the buyer; expires after 30 days.
             *     - `processing`: the buyer has started, the payment is not yet confirmed; keep the order open.
             *     - `completed`: paid, final; fulfil the order.
             *     - `paid`: the same as completed, for stores that are configured to receive this value; final.
             *     - `failed`: declined, final; trying again takes a new session.
             *     - `cancelled`: cancelled by the buyer or the merchant, final.
             *     - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it.
             * @example completed
             */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            /**
             * @description Status on the status route, for display.
             *     - `pending`: the buyer has not started.
             *     - `scanning`: a QR code is shown.
             *     - `transferring`: the buyer is at the bank, or has the instructions for a transfer.
             *     - `confirming`: the buyer has finished; the bank has not confirmed yet.
             *     - `completed`: paid.
             *     - `failed`: declined, cancelled or expired; the webhook reports which.
             * @example confirming
             */
            flowStatus: components["schemas"]["CheckoutFlowStatus"];
            /**
             * @description Whether the state graph allowed the event; a rejected one changes nothing.
             * @example true
             */
            accepted: boolean;
        };
        /** @description A healthy service */
        HealthResponse: {
            /**
             * @description One of these values, or one that a later version adds.
             *     - `healthy`: every check passed.
             *     - `unhealthy`: a check failed.
             * @example healthy
             */
            status: "healthy" | "unhealthy" | (string & {});
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
            /** @description State of the parts of the service. */
            services: {
                /**
                 * @description The database.
                 *     - `up`: the database responds.
                 *     - `down`: the database does not respond.
                 *     - `migrations_pending`: the database responds, but its schema is older than the service.
                 * @example up
                 */
                database: "up" | "down" | "migrations_pending" | (string & {});
                /**
                 * @description This instance.
                 *     - `up`: accepts requests.
                 *     - `stopping`: finishes open requests and accepts no new ones.
                 *     - `no_background_work`: for 15 minutes this instance has not sent webhooks, expired payments or polled banks.
                 * @example up
                 */
                application: "up" | "stopping" | "no_background_work" | (string & {});
                /**
                 * @description Name of the deployment.
                 * @example production
                 */
                environment: string;
                /**
                 * @description Background work.
                 *     - `running`: runs by itself.
                 *     - `on_demand`: runs when the host calls it.
                 *     - `not_started`: does not run: the service was mounted and not started.
                 * @example running
                 */
                background?: "running" | "on_demand" | "not_started" | (string & {});
            };
            /**
             * @description Version of the service.
             * @example 0.1.0-beta.1
             */
            version: string;
            /**
             * @description Seconds since the start. Whole number from 0.
             * @example 86400.5
             */
            uptime: number;
        };
        /** @description A running process */
        LiveResponse: {
            /**
             * @description Always live. Always `"live"`.
             * @example live
             * @constant
             */
            status: "live";
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description An instance that accepts requests */
        ReadyResponse: {
            /**
             * @description Always ready. Always `"ready"`.
             * @example ready
             * @constant
             */
            status: "ready";
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description The running version */
        VersionResponse: {
            /**
             * @description Semantic version of the service.
             * @example 0.1.0-beta.1
             */
            version: string;
            /**
             * @description First number of the version.
             * @example 0
             */
            major: number;
            /**
             * @description Second number of the version.
             * @example 1
             */
            minor: number;
            /**
             * @description Third number of the version.
             * @example 0
             */
            patch: number;
            /**
             * @description What follows the hyphen, or null. May be null.
             * @example beta.1
             */
            prerelease: string | null;
            /** @description The contract of the service. */
            contract: {
                /**
                 * @description Version of this document.
                 * @example 0.1.0-beta.1
                 */
                reference: string;
                /**
                 * @description Version label of the guides.
                 * @example v1.0 beta
                 */
                guide: string;
                /**
                 * @description Version of the export contract.
                 * @example v1
                 */
                export: string;
            };
            /** @description What was built. */
            build: {
                /**
                 * @description Commit, when known. May be null.
                 * @example 4f1c0de
                 */
                commit: string | null;
                /**
                 * @description Date, when known. May be null.
                 * @example 2026-05-01T12:00:00.000Z
                 */
                date: string | null;
            };
            /** @description Where it runs. */
            deployment: {
                /**
                 * @description Name of the deployment.
                 * @example production
                 */
                environment: string;
                /**
                 * @description Instant in UTC. ISO 8601 with milliseconds and Z.
                 * @example 2026-05-04T09:30:00.000Z
                 */
                startedAt: components["schemas"]["Timestamp"];
            };
            /** @description Compliance facts about this deployment. */
            compliance: {
                /**
                 * @description Code of the provider, or null. May be null.
                 * @example sandbox
                 */
                openBankingProvider: string | null;
                /**
                 * @description Whether strong customer authentication is left to the bank.
                 * @example true
                 */
                scaDelegated: boolean;
                /**
                 * @description Whether card data passes through the service.
                 * @example false
                 */
                cardDataHandled: boolean;
            };
        };
        /** @description Whether the client is compatible */
        VersionCheckResponse: {
            /**
             * @description One of these values, or one that a later version adds.
             *     - `current`: nothing to do.
             *     - `outdated`: works; upgrade to recommendedVersion.
             *     - `unsupported`: calls may fail; upgrade to minimumVersion or later.
             *     - `ahead`: newer than this service.
             * @example current
             */
            status: "current" | "outdated" | "unsupported" | "ahead" | (string & {});
            /**
             * @description Whether calls can be expected to work.
             * @example true
             */
            compatible: boolean;
            /**
             * @description Version of the service.
             * @example 0.1.0-beta.1
             */
            serverVersion: string;
            /**
             * @description Oldest client version that works.
             * @example 0.1.0
             */
            minimumVersion: string;
            /**
             * @description Client version to upgrade to.
             * @example 0.1.0
             */
            recommendedVersion: string;
            /** @description Deprecated features that are still accepted. */
            deprecations: components["schemas"]["DeprecationNotice"][];
            /**
             * @description The status in a sentence.
             * @example The client is compatible with this service.
             */
            message: string;
        };
        /** @description One deprecated feature */
        DeprecationNotice: {
            /**
             * @description Stable identifier of the feature.
             * @example request.shopId
             */
            id: string;
            /**
             * @description Date of the deprecation.
             * @example 2026-05-01
             */
            since: string;
            /**
             * @description Date of removal, or null when none is set. May be null.
             * @example 2027-11-01
             */
            sunset: string | null;
            /**
             * @description What to use instead. May be null.
             * @example merchantId
             */
            replacement: string | null;
            /**
             * @description Where it is explained. Absolute URL. May be null.
             * @example https://pay.example.com/docs
             */
            link: string | null;
        };
        /** @description A payment changed its status */
        TransactionStatusChangedEvent: {
            /**
             * @description Type of the event. Always `"transaction.status_changed"`.
             * @example transaction.status_changed
             * @constant
             */
            event: "transaction.status_changed";
            /**
             * @description Identifier of a payment, created by the service: store it with the order; webhooks call it transaction_id. At most 128 characters.
             * @example pay_3f9c2b71a4d84e0e
             */
            transaction_id: components["schemas"]["PaymentId"];
            /**
             * @description The merchant's order identifier, stored and returned unchanged; no control characters, no lone surrogates. At most 255 characters.
             * @example 1001
             */
            order_id: components["schemas"]["OrderId"];
            /**
             * @description The new status; treat an unknown value as not final.
             *     - `pending`: created, waiting for the buyer; expires after 30 days.
             *     - `processing`: the buyer has started, the payment is not yet confirmed; keep the order open.
             *     - `completed`: paid, final; fulfil the order.
             *     - `paid`: the same as completed, for stores that are configured to receive this value; final.
             *     - `failed`: declined, final; trying again takes a new session.
             *     - `cancelled`: cancelled by the buyer or the merchant, final.
             *     - `expired`: the buyer did not pay within 30 days; money that arrives within 180 days more still completes it.
             * @example completed
             */
            status: "pending" | "processing" | "completed" | "paid" | "failed" | "cancelled" | "expired" | (string & {});
            /**
             * @description Amount in whole minor units of the currency: 1999 means EUR 19.99. Never a fraction. Whole number, 1 to 99999999999.
             * @example 1999
             */
            amount: components["schemas"]["AmountCents"];
            /**
             * @description Currency as an ISO 4217 code, three capital letters.
             * @example EUR
             */
            currency: components["schemas"]["Currency"];
            /**
             * @description When the delivery was prepared. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
            /** @description The merchant's metadata with shop_id and shop_name added; they replace keys of the same name. */
            metadata: {
                /**
                 * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
                 * @example mer_7Kq2
                 */
                shop_id: components["schemas"]["MerchantId"];
                /**
                 * @description Name of the store.
                 * @example Example Shop
                 */
                shop_name: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A challenge to the merchant's endpoint */
        WebhookVerificationEvent: {
            /**
             * @description Type of the event. Always `"service.webhook_verification"`.
             * @example service.webhook_verification
             * @constant
             */
            event: "service.webhook_verification";
            /**
             * @description Random text, to be sent back unchanged.
             * @example ch_Zk3vQ9
             */
            challenge: string;
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
             * @example mer_7Kq2
             */
            merchantId: components["schemas"]["MerchantId"];
            /**
             * @description Public identifier of a store, as the panel shows it; not a secret. At most 128 characters.
             * @example mer_7Kq2
             */
            shopId: components["schemas"]["MerchantId"];
            /**
             * @description How the endpoint is expected to authenticate the request.
             * @example hmac_sha256
             */
            expectedAuthMode: string;
        };
        /** @description The endpoint's response; the first form is current, the others are older and still accepted */
        WebhookVerificationResponse: {
            /**
             * @description As received.
             * @example ch_Zk3vQ9
             */
            challenge: string;
            /**
             * @description Whether the signature was valid.
             * @example true
             */
            signatureValid: boolean;
        } | {
            /**
             * @description Always true. Always `true`.
             * @example true
             * @constant
             */
            ok: true;
        } | {
            /**
             * @description Always true. Always `true`.
             * @constant
             */
            verified: true;
        };
        /** @description One violated rule */
        ValidationIssue: {
            /**
             * @description Path of the field, such as senderIban or metadata.cart[2]; empty for the whole body.
             * @example amountCents
             */
            path: string;
            /**
             * @description Name of the rule.
             * @example minimum
             */
            rule: string;
            /**
             * @description What would be right.
             * @example must be >= 1
             */
            message: string;
        };
        /** @description A request that violates a rule */
        BadRequestError: {
            /**
             * @description The error code; codes are added, never renamed.
             *     - `VALIDATION_ERROR`: A field, parameter or combination of fields violates a rule; partial sender data; a key that appears twice in a JSON object (rule DUPLICATE_JSON_KEY).
             *     - `INVALID_JSON`: The body is empty, is not JSON, is not an object, has a byte order mark or is not valid UTF-8.
             *     - `IDEMPOTENCY_KEY_INVALID`: The header is empty, too long, sent twice with different values, or contains other characters.
             * @example VALIDATION_ERROR
             */
            code: "VALIDATION_ERROR" | "INVALID_JSON" | "IDEMPOTENCY_KEY_INVALID" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Invalid request
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example senderIban: must be sent together with senderName
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /** @description Every violated rule; always present with VALIDATION_ERROR. */
            details?: components["schemas"]["ValidationIssue"][];
        };
        /** @description A malformed order look-up; details is one object here */
        OrderBadRequestError: {
            /**
             * @description The error code; codes are added, never renamed.
             *     - `INVALID_ORDER_KEY`: The path of the order look-up does not contain a well-formed order key.
             *     - `VALIDATION_ERROR`: A field, parameter or combination of fields violates a rule; partial sender data; a key that appears twice in a JSON object (rule DUPLICATE_JSON_KEY).
             * @example INVALID_ORDER_KEY
             */
            code: "INVALID_ORDER_KEY" | "VALIDATION_ERROR" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Invalid order key
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example An order key is wc_order_ followed by 10 to 64 letters or digits.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /** @description One violated rule. */
            details: components["schemas"]["ValidationIssue"];
        };
        /** @description No valid credential */
        UnauthorizedError: {
            /**
             * @description The error code; codes are added, never renamed.
             *     - `API_KEY_MISSING`: The Authorization header is absent or malformed.
             *     - `API_KEY_INVALID`: The key is unknown, revoked or expired.
             *     - `API_KEY_MERCHANT_MISMATCH`: merchantId or shopId names an existing store that is not the key's.
             *     - `SESSION_REQUIRED`: A route that takes a panel user's session gets a token that has the form of one but is not valid.
             * @example API_KEY_MISSING
             */
            code: "API_KEY_MISSING" | "API_KEY_INVALID" | "API_KEY_MERCHANT_MISMATCH" | "SESSION_REQUIRED" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example API key required via Authorization: Bearer <key>
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example API key required via Authorization: Bearer <key>
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description A request that is not allowed */
        ForbiddenError: {
            /**
             * @description The error code; codes are added, never renamed.
             *     - `KYC_USER_ASSOCIATION_MISSING`: No person with a KYC record is associated with the store.
             *     - `KYC_SUBMISSION_MISSING`: The store's owner has not submitted a KYC form.
             *     - `KYC_USER_MISMATCH`: The KYC record belongs to another person than the store's owner.
             *     - `KYC_NOT_APPROVED`: The KYC form is pending or was rejected; currentStatus has the state.
             *     - `SHOP_NOT_VERIFIED`: The store's verification is pending or was rejected.
             *     - `PAYMENT_METHOD_UNAVAILABLE`: The method is off for the store, is test-only and the key is live, or needs a provider and the environment has none.
             *     - `TEST_MODE_NOT_ALLOWED`: Test mode is requested and either this deployment does not serve it or the key is a live key of the same store.
             *     - `LIVE_MODE_NOT_ALLOWED`: Live mode is requested and either this deployment does not serve it or the key is a test key of the same store; or a live key calls a sandbox route.
             *     - `SCOPE_MISSING`: The key has scopes and none of them covers the operation.
             *     - `STORE_NOT_APPROVED`: An order is looked up for a store that may not take payments.
             * @example KYC_SUBMISSION_MISSING
             */
            code: "KYC_USER_ASSOCIATION_MISSING" | "KYC_SUBMISSION_MISSING" | "KYC_USER_MISMATCH" | "KYC_NOT_APPROVED" | "SHOP_NOT_VERIFIED" | "PAYMENT_METHOD_UNAVAILABLE" | "TEST_MODE_NOT_ALLOWED" | "LIVE_MODE_NOT_ALLOWED" | "SCOPE_MISSING" | "STORE_NOT_APPROVED" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example KYC validation required
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example KYC validation required
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /**
             * @description What prevents it: the store's KYC, verification or method setting, disabled for a paused store, or no_provider where the environment has no provider for the method.
             * @example submission_missing
             */
            currentStatus?: string;
        };
        /** @description A store that does not exist */
        MerchantNotFoundError: {
            /**
             * @description Always MERCHANT_NOT_FOUND.
             *     - `MERCHANT_NOT_FOUND`: No store has the given merchantId or shopId.
             * @example MERCHANT_NOT_FOUND
             */
            code: "MERCHANT_NOT_FOUND" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Invalid merchant ID
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example Invalid merchant ID
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /**
             * @description An explanation in one sentence.
             * @example No store has the merchant ID that was sent.
             */
            details: string;
            /**
             * @description A stable word for the reason.
             * @example merchant_not_found
             */
            reason: string;
        };
        /** @description Something that was not found */
        NotFoundError: {
            /**
             * @description What was not found.
             *     - `PAYMENT_NOT_FOUND`: The key's store has no such payment, or paymentId and orderId do not name the same one; for bank details also while the payment is pending although money has arrived.
             *     - `ORDER_NOT_FOUND`: The order key is unknown or belongs to another store; both get the same response.
             *     - `STORE_NOT_FOUND`: An order is looked up for a shopId that no store has.
             *     - `ROUTE_NOT_FOUND`: The path is below the base path and no route matches it.
             * @example PAYMENT_NOT_FOUND
             */
            code: "PAYMENT_NOT_FOUND" | "ORDER_NOT_FOUND" | "STORE_NOT_FOUND" | "ROUTE_NOT_FOUND" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Transaction not found
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example Transaction not found
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description A method that the path does not support */
        MethodNotAllowedError: {
            /**
             * @description Always METHOD_NOT_ALLOWED.
             *     - `METHOD_NOT_ALLOWED`: The path exists but does not support the method.
             * @example METHOD_NOT_ALLOWED
             */
            code: "METHOD_NOT_ALLOWED" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Method not allowed
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example This path does not support that method; the Allow header lists the supported ones.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description An Accept header that excludes JSON */
        NotAcceptableError: {
            /**
             * @description Always NOT_ACCEPTABLE.
             *     - `NOT_ACCEPTABLE`: The Accept header excludes JSON.
             * @example NOT_ACCEPTABLE
             */
            code: "NOT_ACCEPTABLE" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Not acceptable
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example This route returns application/json only.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description An earlier request with the same Idempotency-Key is still in progress */
        ConflictError: {
            /**
             * @description Always IDEMPOTENCY_IN_PROGRESS.
             *     - `IDEMPOTENCY_IN_PROGRESS`: The first request with the same Idempotency-Key has not ended.
             * @example IDEMPOTENCY_IN_PROGRESS
             */
            code: "IDEMPOTENCY_IN_PROGRESS" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Request in progress
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example A request with this Idempotency-Key is still in progress; retry after the time in Retry-After.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description A body over 64 KiB */
        BodyTooLargeError: {
            /**
             * @description Always BODY_TOO_LARGE.
             *     - `BODY_TOO_LARGE`: The body, announced or received, is over the limit.
             * @example BODY_TOO_LARGE
             */
            code: "BODY_TOO_LARGE" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Body too large
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example The body may have at most 65536 bytes.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description A body that is not plain JSON in UTF-8 */
        UnsupportedMediaTypeError: {
            /**
             * @description Always UNSUPPORTED_MEDIA_TYPE.
             *     - `UNSUPPORTED_MEDIA_TYPE`: Another content type or charset, or an encoded body.
             * @example UNSUPPORTED_MEDIA_TYPE
             */
            code: "UNSUPPORTED_MEDIA_TYPE" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Unsupported media type
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example Send application/json in UTF-8 without a Content-Encoding.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description An Idempotency-Key that was used with another body */
        IdempotencyKeyReusedError: {
            /**
             * @description Always IDEMPOTENCY_KEY_REUSED.
             *     - `IDEMPOTENCY_KEY_REUSED`: The same key arrives with another body.
             * @example IDEMPOTENCY_KEY_REUSED
             */
            code: "IDEMPOTENCY_KEY_REUSED" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Idempotency-Key reused
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example This Idempotency-Key was used with another body within the last 24 hours.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description Too many calls */
        RateLimitedError: {
            /**
             * @description Always RATE_LIMITED.
             *     - `RATE_LIMITED`: The caller is over the limit of the route, or over the limit of failed API keys.
             * @example RATE_LIMITED
             */
            code: "RATE_LIMITED" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Rate limit exceeded
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example Rate limit exceeded
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /** @description The limit that was exceeded. */
            details: {
                /**
                 * @description Calls allowed in a window. Whole number from 1.
                 * @example 30
                 */
                limit: number;
                /**
                 * @description Length of the window in seconds. Whole number from 1.
                 * @example 60
                 */
                windowSeconds: number;
                /**
                 * @description Seconds to wait, as in Retry-After. Whole number from 0.
                 * @example 12
                 */
                retryAfterSeconds: number;
            };
        };
        /** @description An error of the service or of the provider */
        InternalError: {
            /**
             * @description The error code; codes are added, never renamed.
             *     - `INTERNAL_ERROR`: An unexpected error.
             *     - `PROVIDER_UNAVAILABLE`: The open-banking provider rejects the session, fails or cannot be reached.
             *     - `PROVIDER_TIMEOUT`: The open-banking provider has not responded after 15 seconds.
             * @example INTERNAL_ERROR
             */
            code: "INTERNAL_ERROR" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Internal server error
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example An internal error occurred. Quote the requestId when you contact support.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
        };
        /** @description An instance that is shutting down */
        UnavailableError: {
            /**
             * @description Always SHUTTING_DOWN.
             *     - `SHUTTING_DOWN`: The instance is finishing its open requests before it stops.
             * @example SHUTTING_DOWN
             */
            code: "SHUTTING_DOWN" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Service shutting down
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example This instance is stopping; send the request again.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
        };
        /** @description An unhealthy service */
        UnhealthyError: {
            /**
             * @description One of these values, or one that a later version adds.
             *     - `healthy`: every check passed.
             *     - `unhealthy`: a check failed.
             * @example unhealthy
             */
            status: "healthy" | "unhealthy" | (string & {});
            /**
             * @description Instant in UTC. ISO 8601 with milliseconds and Z.
             * @example 2026-05-04T09:30:00.000Z
             */
            timestamp: components["schemas"]["Timestamp"];
            /**
             * @description The error code; codes are added, never renamed.
             *     - `UNHEALTHY`: The database does not respond or migrations are pending.
             *     - `SHUTTING_DOWN`: The instance is finishing its open requests before it stops.
             * @example UNHEALTHY
             */
            code: "UNHEALTHY" | "SHUTTING_DOWN" | (string & {});
            /**
             * @description Fixed text for this code, for people; programs should use code.
             * @example Service unhealthy
             */
            error: string;
            /**
             * @description What was wrong and what would be right, for people; its wording may change.
             * @example The service is temporarily unavailable.
             */
            message: string;
            /**
             * @description Identifier of the call, as in X-Request-Id. At most 128 characters.
             * @example req_5b1f
             */
            requestId: components["schemas"]["RequestIdValue"];
            /** @description State of the parts of the service. */
            services: {
                /**
                 * @description The database.
                 *     - `up`: the database responds.
                 *     - `down`: the database does not respond.
                 *     - `migrations_pending`: the database responds, but its schema is older than the service.
                 * @example down
                 */
                database: "up" | "down" | "migrations_pending" | (string & {});
                /**
                 * @description This instance.
                 *     - `up`: accepts requests.
                 *     - `stopping`: finishes open requests and accepts no new ones.
                 *     - `no_background_work`: for 15 minutes this instance has not sent webhooks, expired payments or polled banks.
                 * @example up
                 */
                application: "up" | "stopping" | "no_background_work" | (string & {});
            };
        };
    };
    responses: {
        /** @description The request violates a rule */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestError"];
            };
        };
        /** @description The order key or shopId is malformed */
        OrderBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OrderBadRequestError"];
            };
        };
        /** @description No valid credential */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The credential is valid, but the request is not allowed */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description No store has that identifier */
        MerchantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MerchantNotFoundError"];
            };
        };
        /** @description This store has no such payment */
        PaymentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description No such store or order */
        OrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description The path does not exist */
        RouteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description The path does not support this method */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description The caller does not accept JSON */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotAcceptableError"];
            };
        };
        /** @description The first call with this key is still running */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description The body is over 64 KiB */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BodyTooLargeError"];
            };
        };
        /** @description Not plain JSON in UTF-8 */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description The key was used with another body */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedError"];
            };
        };
        /** @description Too many calls */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description The service failed; do not redirect the buyer */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description This instance is stopping */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfterOptional"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableError"];
            };
        };
        /** @description Unhealthy */
        Unhealthy: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfterOptional"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnhealthyError"];
            };
        };
    };
    parameters: {
        /**
         * @description Identifier of the payment
         * @example pay_3f9c2b71a4d84e0e
         */
        PaymentId: components["schemas"]["PaymentId"];
        /**
         * @description Makes a retry safe. Kept 24 hours per store, environment and route; the same key with the same body gets the stored response.
         * @example 6b2f7a4e-order-1001
         */
        IdempotencyKey: string;
        /**
         * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
         * @example req_5b1f
         */
        RequestId: string;
        /**
         * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
         * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
         */
        ServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this call in the service's log; quote it when you contact support
         * @example req_5b1f
         */
        XRequestId: string;
        /**
         * @description Responses are never cached
         * @example no-store
         */
        CacheControl: string;
        /**
         * @description Present when the response is the stored one of an earlier call with the same Idempotency-Key
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description Seconds to wait before the next attempt
         * @example 1
         */
        RetryAfter: string;
        /**
         * @description Seconds to wait before the next attempt
         * @example 5
         */
        RetryAfterOptional: string;
        /**
         * @description The scheme to authenticate with
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The methods that the path supports
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
        /**
         * @description Present when the call used something deprecated; the date of the deprecation, as @ and epoch seconds (RFC 9745)
         * @example @1777593600
         */
        Deprecation: string;
        /**
         * @description When the deprecated use is removed, as an HTTP date (RFC 8594)
         * @example Mon, 01 Nov 2027 00:00:00 GMT
         */
        Sunset: string;
        /**
         * @description Where the deprecation is explained (RFC 8288)
         * @example <https://pay.example.com/docs>; rel="deprecation"
         */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    initializeCustomPaymentSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a retry safe. Kept 24 hours per store, environment and route; the same key with the same body gets the stored response.
                 * @example 6b2f7a4e-order-1001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The session to create */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitializePaymentRequest"];
            };
        };
        responses: {
            /** @description Accepted; redirect the buyer to the handoff URL */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitializePaymentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MerchantNotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkout flow status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatusResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentBankDetails: {
        parameters: {
            query: {
                /**
                 * @description The merchant's order identifier, as sent at initialization
                 * @example 1001
                 */
                orderId: components["schemas"]["OrderId"];
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Account, amount and reference of the transfer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankDetailsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query: {
                /**
                 * @description Public identifier of the store
                 * @example mer_7Kq2
                 */
                shopId: components["schemas"]["MerchantId"];
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The plugin's order key
                 * @example wc_order_Ab12Cd34Ef56G
                 */
                order_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order, without addresses or other private data */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderResponse"];
                };
            };
            400: components["responses"]["OrderBadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookHistory: {
        parameters: {
            query?: {
                /** @description Maximum number of deliveries */
                limit?: number;
                /** @description nextCursor of the previous page */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The payment's identifier, the same value as paymentId
                 * @example pay_3f9c2b71a4d84e0e
                 */
                transaction_id: components["schemas"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries with their attempts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHistoryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSandboxEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Identifier of the payment
                 * @example pay_3f9c2b71a4d84e0e
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxEventRequest"];
            };
        };
        responses: {
            /** @description The payment's current status */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxEventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentNotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listenToWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The cursor to continue after, as in Last-Event-ID, which takes precedence. When omitted, only new events are sent.
                 * @example 41
                 */
                after?: string;
                /**
                 * @description How long the stream stays open; 0 returns the stored webhooks and ends
                 * @example 600
                 */
                seconds?: string;
            };
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Healthy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            503: components["responses"]["Unhealthy"];
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveResponse"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            503: components["responses"]["Unhealthy"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version, build, deployment and compliance */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionResponse"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The client */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionCheckRequest"];
            };
        };
        responses: {
            /** @description Whether the client is compatible */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionCheckResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier for this call; echoed when it is 1 to 128 letters, digits or `. _ : -`, otherwise replaced
                 * @example req_5b1f
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI description */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Version of the OpenAPI format */
                        openapi: string;
                        /** @description Title and version */
                        info: {
                            [key: string]: unknown;
                        };
                        /** @description The routes */
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    onTransactionStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
                 * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event type, as in the body
                 * @example transaction.status_changed
                 */
                "X-Service-Event": "transaction.status_changed";
                /**
                 * @description UUIDv4 of this delivery, the same on every attempt
                 * @example 0b6f1f0e-6a3c-4b39-9f77-0f3c6a1d2e11
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Number of this attempt, from 1; absent on the legacy path
                 * @example 1
                 */
                "X-Service-Attempt"?: string;
                /**
                 * @description The webhook sender and its version
                 * @example PaymentSessions-Webhooks/1.0
                 */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Rejected; not retried */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid signature; not retried */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected; not retried */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected; not retried */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint no longer exists; not retried */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Stored; the delivery is done */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried by the schedule */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookVerification: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description HMAC-SHA256 of the exact body bytes with the store's webhook secret, in hex
                 * @example sha256=ea46d182b4ec24cbffa68b1ab3cf34773444c806b982a30f764ecefd48f58b0d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description The event type, as in the body
                 * @example service.webhook_verification
                 */
                "X-Service-Event": "service.webhook_verification";
                /**
                 * @description The challenge, as in the body
                 * @example ch_Zk3vQ9
                 */
                "X-Service-Verification-Challenge": string;
                /**
                 * @description The verification sender and its version
                 * @example PaymentSessions-Verification/1.0
                 */
                "User-Agent": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The challenge */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookVerificationEvent"];
            };
        };
        responses: {
            /** @description The challenge, echoed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookVerificationResponse"];
                };
            };
            /** @description Invalid signature */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
